-- title: Rate at which a currency is converted, from a day on
-- grain: one row per (currency, valid_from)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the rate of the {currency} as declared from {valid_from} on
-- why: valid_from is valid time: a row reaches until the next one of its key; units of the house's currency for one of this, which itself has the rate 1
create table fx (
    currency text,
    valid_from date,
    rate decimal(12, 4),
    primary key (currency, valid_from)
);
