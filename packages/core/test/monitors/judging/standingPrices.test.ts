/** Prices of which what they were stands beside what they are, prices of nothing, and prices by the unit. */
import { describe, it } from "@effect/vitest"
import { checkPairs } from "./onPages.ts"

describe("a price", () => {
  it.effect("is the lower one where what it was stands beside it, struck out or not", () =>
    checkPairs([
      ["price below $50", "<p>$80</p>", "<p><s>$80</s> $45</p>", true],
      ["Preis unter 50 €", "<p>80,00 €</p>", "<p><del>80,00 €</del> 45,00 €</p>", true],
      ["price below $50", "<p>$80</p>", "<p>$80 -44% $45</p>", true],
      ["gets cheaper", "<p>Price $80</p>", "<p>Price $45 (was $80)</p>", true],
      ["le prix baisse", "<p>Prix : 80 €</p>", "<p>Prix : <s>80 €</s> 45 €</p>", true],
      ["baja de precio", "<p>80 €</p>", "<p><del>80 €</del><ins>45 €</ins></p>", true],
      ["price below $50", "<p>$80</p>", "<p><s>$80</s> $65</p>", false],
      ["gets cheaper", "<p>$45</p>", "<p>$45 <s>$80</s></p>", false],
      ["price below $50", "<p>$80</p>", "<p>$80 – $45 off with the set</p>", false],
      ["price above $70", "<p>$45</p>", "<p><s>$80</s> $45</p>", false],
      ["price rises", "<p><del>$80</del> $45</p>", "<p>$80</p>", true],
      ["price drops by more than 10 %", "<p>$80</p>", "<p><s>$80</s> $75</p>", false],
      ["price drops by more than 10 %", "<p><s>$80</s> $70</p>", "<p><s>$90</s> $60</p>", true],
      ["price above $85", "<p><s>$80</s> $45</p>", "<p><s>$90</s> $60</p>", false],
      ["prezzo sotto 50 €", "<p>80,00 €</p>", "<p>Prezzo: <s>80,00 €</s> <span>45,00 €</span></p>", true],
      ["prijs onder 50 euro", "<p>Prijs: € 80</p>", "<p>Prijs: <s>€ 80</s> € 45</p>", true],
      ["price below $50", "<p>$80</p>", "<p>$80 <s>$45</s></p>", false],
      ["price below $50", "<p>Now $80</p>", "<p><s>$100</s> <s>$80</s> $45</p>", true]
    ])
  )

  it.effect("is not struck out where its digits only end those of the one that is", () =>
    checkPairs([
      ["below 15 €", "<p>19,99 €</p>", "<p><s>19,99 €</s> 9,99 €</p>", true],
      ["Preis unter 15 €", "<p>Preis: 19,99 €</p>", "<p>Preis: <del>UVP 19,99 €</del> 9,99 €</p>", true],
      ["price below 500 PLN", "<p>1 299,00 zł</p>", "<p><s>1 299,00 zł</s> 299,00 zł</p>", true],
      ["price below 50 kr", "<p>119 kr</p>", "<p><s>119 kr</s> 19 kr</p>", true],
      ["price below 15 €", "<p>9,99 €</p>", "<p><s>9,99 €</s> 19,99 €</p>", false],
      ["price below 15 €", "<p>29,99 €</p>", "<p><s>29,99 €</s> <s>9,99 €</s> 19,99 €</p>", false]
    ])
  )

  it.effect("is nothing where something is free, and what is free beside it is another thing", () =>
    checkPairs([
      ["price drops", "<p>$10 / month</p>", "<p>Free</p>", true],
      ["price rises", "<p>Price: Free</p>", "<p>Price: $5</p>", true],
      ["price drops", "<p>Price: $10</p>", "<p>Price: $10. Free shipping</p>", false],
      ["price below $5", "<p>Price: $10</p>", "<p>Price: $10, 30 days free</p>", false],
      ["Eintritt wird kostenlos", "<p>Eintritt: 5 €</p>", "<p>Eintritt: kostenlos</p>", true],
      ["Preis fällt", "<p>Eintritt: 5 €</p>", "<p>Eintritt: kostenlos</p>", true],
      ["prix inférieur à 5 €", "<p>Entrée : 8 €</p>", "<p>Entrée : gratuite</p>", true],
      ["price drops", "<p>Price: $10</p>", "<p>Price: <s>$10</s> Free</p>", true],
      ["price drops", "<p>Price: $10</p>", "<p>Price: not free, $10</p>", false],
      ["shipping gets cheaper", "<p>Price $80</p><p>Shipping: $8</p>", "<p>Price $80</p><p>Shipping: free</p>", true],
      ["price drops", "<p>Price $80</p><p>Shipping: $8</p>", "<p>Price $80</p><p>Shipping: free</p>", false]
    ])
  )

  it.effect("is not what a month or a kilogram of it costs, unless the goal asks for that", () =>
    checkPairs([
      ["price below $100", "<p>$1,200</p>", "<p>$1,150</p><p>or $95.83/month for 12 months</p>", false],
      ["price below $100", "<p>$1,200 per year</p>", "<p>$1,150 per year ($95.83/mo)</p>", false],
      ["price below $100", "<p>$120 / month</p>", "<p>$95 / month</p>", true],
      ["price below $15", "<p>$120 / year</p>", "<p>$120 / year</p><p>That is $10 a month</p>", false],
      ["monthly price below $15", "<p>$20 a month</p>", "<p>$10 a month</p>", true],
      ["Preis unter 20 €", "<p>199 €</p>", "<p>199 €</p><p>oder 16,58 €/Monat</p>", false],
      ["prix inférieur à 20 €", "<p>199 €</p>", "<p>199 €</p><p>ou 12 x 16,58 €</p>", false],
      [
        "price below $20",
        "<p>Plan: $199 yearly</p>",
        "<p>Plan: $189 yearly</p><p>only $15.75 per month, billed yearly</p>",
        false
      ],
      [
        "price below $20 a month",
        "<p>Plan: $25 per month</p><p>or $250 per year</p>",
        "<p>Plan: $19 per month</p><p>or $190 per year</p>",
        true
      ],
      [
        "price below $200",
        "<p>Plan: $25 per month</p><p>or $250 per year</p>",
        "<p>Plan: $24 per month</p><p>or $240 per year</p>",
        false
      ],
      ["rent below 1000 €", "<p>Rent: 1 050 € per month</p>", "<p>Rent: 990 € per month</p>", true],
      ["price per kg below $3", "<p>$9</p><p>$4.50/kg</p>", "<p>$8</p><p>$4.00/kg</p>", false],
      ["price below $5", "<p>$9</p>", "<p>$8</p><p>$4.00/kg</p>", false]
    ])
  )

  it.effect("is any of several that are told of other things, or of a stretch", () =>
    checkPairs([
      ["price of adults above $25", "<p>Adults $20 Children $10</p>", "<p>Adults $30 Children $10</p>", true],
      ["price rises", "<p>Plan: Free</p>", "<p>Plan: $5 / month</p>", true],
      ["price drops", "<p>Price: $10</p>", "<p>Price: $10, free for students</p>", false],
      ["price below $9", "<p>Coffee $10 per kg</p>", "<p>Coffee $8 per kg</p>", true],
      ["price below $20", "<p>$25 / month</p>", "<p>$19 / month, billed $228 yearly</p>", true],
      ["price below $20", "<p>$25 / month</p>", "<p>$24 / month, $20 setup</p>", false],
      ["price below $50", "<p>$60 to $90</p>", "<p>$45 to $90</p>", true],
      ["price below $50", "<p>$60 – $90</p>", "<p>$60 – $80</p>", false],
      [
        "a new plan",
        "<h1>Plans</h1><ul><li>Pro: $20 / month</li><li>Max: $40 / month</li></ul>",
        "<h1>Plans</h1><ul><li>Mini: $5 / month</li><li>Pro: $20 / month</li><li>Max: $40 / month</li></ul>",
        true
      ],
      [
        "any plan below $10",
        "<h1>Plans</h1><ul><li>Pro: $200 / year</li><li>Max: $400 / year</li></ul>",
        "<h1>Plans</h1><ul><li>Mini: $5 / month</li><li>Pro: $200 / year</li><li>Max: $400 / year</li></ul>",
        true
      ],
      ["gets cheaper", "<p>€ 80</p>", "<p>€ 80 € 65</p>", true],
      ["gets cheaper", "<p>€ 80 € 65</p>", "<p>€ 90 € 65</p>", false],
      ["preço abaixo de R$ 50", "<p>R$ 80,00</p>", "<p><s>R$ 80,00</s> R$ 45,00</p>", true],
      ["price below 50 CHF", "<p>CHF 80.–</p>", "<p><s>CHF 80.–</s> CHF 45.–</p>", true],
      ["price rises", "<p>$45</p>", "<p><s>$60</s> $45</p>", false],
      ["価格が5000円以下", "<p>価格：6,000円</p>", "<p>価格：<s>6,000円</s> 4,800円</p>", true]
    ])
  )

  it.effect("is not by the unit where a name behind it begins as the word for one does", () =>
    checkPairs([
      [
        "below $10",
        "<h1>Plans</h1><p>Choose yours.</p>",
        "<h1>Plans</h1><p>Choose yours.</p><p>Basic $9 Professional $29</p>",
        true
      ],
      [
        "below $10",
        "<h1>Plans</h1><p>Choose yours.</p>",
        "<h1>Plans</h1><p>Choose yours.</p><p>Basic $9 Pro Team $29</p>",
        true
      ],
      [
        "below $10",
        "<h1>Plans</h1><p>Choose yours.</p>",
        "<h1>Plans</h1><p>Choose yours.</p><p>Basic $9 Personal $29</p>",
        true
      ],
      [
        "below $10",
        "<h1>Plans</h1><p>Choose yours.</p>",
        "<h1>Plans</h1><p>Choose yours.</p><p>Trial $9 Partners $29</p>",
        true
      ],
      [
        "below $10",
        "<h1>Plans</h1><p>Choose yours.</p>",
        "<h1>Plans</h1><p>Choose yours.</p><p>Basic $9 Advanced $29</p>",
        true
      ],
      ["Preis unter 10 €", "<p>30 €</p>", "<p>9 € pro Monat, 90 € im Jahr</p>", false],
      ["Preis unter 10 €", "<p>30 €</p>", "<p>9 € PRO MONAT, 90 € im Jahr</p>", false],
      ["price below $5", "<p>$9</p>", "<p>$8</p><p>$4.00 per kg</p>", false],
      ["price below $5", "<p>$9</p>", "<p>$8</p><p>$4.00 / kg</p>", false]
    ])
  )
})
