"use strict";
// Without this script the page shows the same; it adds: begin at the answer, zoom, and light up what a box rests on.
const drawing = document.querySelector(".drawing");
const svg = drawing.querySelector("svg");
const size = { width: svg.width.baseVal.value, height: svg.height.baseVal.value };
const root = Number(drawing.dataset.root);
let scale = 1;

function zoom(wanted, middle) {
  const before = scale;
  scale = Math.min(2, Math.max(0.05, wanted));
  svg.style.width = `${size.width * scale}px`;
  svg.style.height = `${size.height * scale}px`;
  const kept = middle ?? (drawing.scrollLeft + drawing.clientWidth / 2) / before;
  drawing.scrollLeft = kept * scale - drawing.clientWidth / 2;
}

document.querySelector(".zoom").addEventListener("click", (event) => {
  const step = event.target.dataset.zoom;
  if (step === "fit") zoom(Math.min(1, drawing.clientWidth / size.width), root);
  else if (step === "full") zoom(1, root);
  else if (step) zoom(scale * Number(step));
});

// Lines by the box at their upper and at their lower end.
const lines = { head: new Map(), body: new Map() };
for (const line of svg.querySelectorAll(".edge")) {
  for (const end of ["head", "body"]) {
    const number = line.dataset[end];
    if (!lines[end].has(number)) lines[end].set(number, []);
    lines[end].get(number).push(line);
  }
}

function light(node) {
  for (const old of svg.querySelectorAll(".lit")) old.classList.remove("lit");
  svg.classList.toggle("dimmed", Boolean(node));
  if (!node) return;
  const found = new Set([node.dataset.node]);
  for (const [near, far] of [["head", "body"], ["body", "head"]]) {
    const waiting = [node.dataset.node];
    const seen = new Set(waiting);
    while (waiting.length) {
      for (const line of lines[near].get(waiting.pop()) ?? []) {
        line.classList.add("lit");
        if (!seen.has(line.dataset[far])) {
          seen.add(line.dataset[far]);
          found.add(line.dataset[far]);
          waiting.push(line.dataset[far]);
        }
      }
    }
  }
  for (const box of svg.querySelectorAll("[data-node]")) box.classList.toggle("lit", found.has(box.dataset.node));
}

svg.addEventListener("pointerover", (event) => light(event.target.closest("[data-node]")));
svg.addEventListener("pointerleave", () => light(null));
svg.addEventListener("focusin", (event) => light(event.target.querySelector(".node")));
svg.addEventListener("focusout", () => light(null));
zoom(1, root);
