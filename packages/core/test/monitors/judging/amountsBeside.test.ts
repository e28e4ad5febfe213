/** Observed: goals with a bound, and amounts that came beside the price and are none. */
import { describe, it } from "@effect/vitest"
import { checkPairs } from "./onPages.ts"

const page = (...lines: ReadonlyArray<string>): string =>
  `<h1>Trail Runner 5</h1><p>A light shoe for long days on rocky paths, with a rubber sole.</p>${lines.map((line) => `<p>${line}</p>`).join("")}<h2>Details</h2><ul><li>Weight 240 g</li><li>Drop 6 mm</li></ul>`

const added = (goal: string, price: string, line: string, told: boolean) =>
  [goal, page(price), page(price, line), told] as const

describe("amounts that come beside a price", () => {
  it.effect("are none where their words say so", () =>
    checkPairs([
      added("price below $100", "$129.00", "or 4 interest-free payments of $32.25", false),
      added("price below $100", "$129.00", "or 3 instalments of $43", false),
      added("price below $100", "$129.00", "Gift wrap available for $4", false),
      added("price below $100", "$129.00", "2-year warranty: $19.99", false),
      added("price below $100", "$129.00", "Earn $5 in rewards", false),
      added("price below $100", "$129.00", "Get $10 store credit", false),
      added("price below $100", "$129.00", "Trade-in value up to $60", false),
      added("Preis unter 80 €", "89,95 €", "oder 3 Raten à 29,98 €", false),
      added("Preis unter 80 €", "89,95 €", "Geschenkverpackung: 3,50 €", false),
      added("Preis unter 80 €", "89,95 €", "Garantieverlängerung für 19 €", false),
      added("prix inférieur à 80 €", "89,95 €", "ou 3 mensualités de 29,98 €", false),
      added("prix inférieur à 80 €", "89,95 €", "Emballage cadeau : 3 €", false),
      added("precio por debajo de 80 €", "89,95 €", "o 3 pagos de 29,98 €", false),
      added("prezzo sotto 80 €", "89,95 €", "Confezione regalo: 3 €", false),
      added("prijs onder 80 €", "89,95 €", "of 3 termijnen van € 29,98", false),
      ["Preis unter 80 €", page("89,95 € inkl. MwSt."), page("89,95 € inkl. MwSt. (75,59 € netto)"), false],
      ["price below £80", page("£89.95"), page("£89.95 (£74.96 ex VAT)"), false]
    ])
  )

  it.effect("are told where they are the price, or what is asked for", () =>
    checkPairs([
      ["price below $100", page("Sold out"), page("$99.00"), true],
      added("price below $100", "$129.00", "Now only $99.00", true),
      added("price below $100", "Sold out", "Price: $89", true),
      ["price below $100", page("$129.00"), page("$129.00 $99.00"), true],
      added("price of the 2-year warranty below $25", "$129.00", "2-year warranty: $19.99", true),
      added("gift wrap for less than $5", "$129.00", "Gift wrap available for $4", true),
      ["price below $20", page("Laptop bag, 2-year warranty, $24"), page("Laptop bag, 2-year warranty, $19"), true],
      ["Preis unter 80 €", page("89,95 € netto"), page("75,59 € netto"), true],
      [
        "price below $20",
        "<h1>Extended warranty</h1><p>Terms of it.</p><p>2-year warranty: $24.99</p>",
        "<h1>Extended warranty</h1><p>Terms of it.</p><p>2-year warranty: $19.99</p>",
        true
      ],
      added("trade-in value above $50", "$129.00", "Trade-in value: $60", true)
    ])
  )

  it.effect("make none of the only price, whatever is said around it or above it", () =>
    checkPairs([
      ...(
        [
          ["price below $100", "Best price guarantee $129", "Best price guarantee $89"],
          ["price below $100", "$129.00", "Lowest price guarantee: $89.00"],
          ["price below $100", "Price match guarantee: $129.00", "Price match guarantee: $89.00"],
          ["price below $100", "Free installation $129.00", "Free installation $89.00"],
          ["price below $100", "Free assembly! Now $129.00", "Free assembly! Now $89.00"],
          ["price below $100", "$129 warranty included", "$89 warranty included"],
          ["price below $100", "$129.00 + insurance", "$89.00 + insurance"],
          ["price below $100", "$129.00", "$89.00 credit or debit card"],
          ["price below $100", "IKEA desk assembly kit $129", "IKEA desk assembly kit $89"],
          ["Preis unter 80 €", "5 Jahre Garantie 89,95 €", "5 Jahre Garantie 79,95 €"],
          ["Preis unter 80 €", "Inkl. Montage 89,95 €", "Inkl. Montage 79,95 €"],
          ["Preis unter 80 €", "89,95 €", "Tiefpreisgarantie 79,00 €"],
          ["prix inférieur à 80 €", "Garantie 2 ans 89,95 €", "Garantie 2 ans 79,95 €"],
          ["prix inférieur à 80 €", "Reprise 89,95 €", "Reprise 79,95 €"],
          ["precio por debajo de 80 €", "Garantía 2 años 89,95 €", "Garantía 2 años 79,95 €"],
          ["precio por debajo de 80 €", "89,95 €", "79,00 € en saldo"],
          ["prezzo sotto 80 €", "Garanzia 2 anni 89,95 €", "Garanzia 2 anni 79,95 €"],
          ["prezzo sotto 80 €", "89,95 €", "79,00 € in saldo"],
          ["price below $300", "Car insurance: $320", "Car insurance: $289"],
          ["price below $300", "Car insurance: $320 (renewal $350)", "Car insurance: $289 (renewal $350)"],
          ["boiler price below $500", "Boiler installation: $590", "Boiler installation: $490"],
          ["price below $45", "Gift box of 24: $49", "Gift box of 24: $44"],
          ["price drops", "Free installation: £449", "Free installation: £389"]
        ] as const
      ).map(([goal, was, now]) => [goal, page(was), page(now), true] as const),
      ...[
        "Free installation",
        "Price match guarantee",
        "Assembly available",
        "Trade-in available",
        "Insurance available",
        "2-year warranty"
      ].map((said) => ["price below £400", page(said, "£449.00"), page(said, "£389.00"), true] as const),
      ["Preis unter 400 €", page("Versicherung möglich", "449,00 €"), page("Versicherung möglich", "389,00 €"), true]
    ])
  )

  it.effect("are told where they may be the price of a page with another", () =>
    checkPairs([
      added("Preis unter 80 €", "89,95 €", "Tiefpreisgarantie: 79,00 €", true),
      added("price below $100", "$129.00", "$89.00 with free installation", true),
      added("price below $100", "$129.00", "Free installation: $89.00", true),
      added("price below $100", "RRP $129.00", "Gift box: $89.00", true),
      ["price below $100", page("Size M $150, assembly kit $129"), page("Size M $150, assembly kit $89"), true],
      [
        "price below $20",
        "<h1>Extended warranty</h1><p>Terms of it.</p><p>$129.00</p>",
        "<h1>Extended warranty</h1><p>Terms of it.</p><p>$129.00</p><p>2-year warranty: $19.99</p>",
        true
      ],
      ["price below $100", page("Basic $20, gift box $129"), page("Basic $20, gift box $89"), true],
      ["price below $100", page("$129.00 gift wrap: $9"), page("$89.00 gift wrap: $9"), true]
    ])
  )

  it.effect("are none in the line of a larger price that is said first", () =>
    checkPairs([
      ["price below $100", page("$129.00"), page("$129.00, gift wrap available for $4"), false],
      ["price below $100", page("$129.00"), page("$129.00 + $4 gift wrap"), false],
      ["price drops", page("$129.00, gift wrap: $6"), page("$129.00, gift wrap: $4"), false]
    ])
  )

  it.effect("are no prices without tax where the larger one is what the price was", () =>
    checkPairs([
      ["price below $100", page("$129.00 + tax (was $150.00)"), page("$89.00 + tax (was $150.00)"), true],
      ["price below $100", page("$129 plus tax, list $150"), page("$89 plus tax, list $150"), true],
      ["price below $100", page("Was $150.00 Now $129.00 + VAT"), page("Was $150.00 Now $89.00 + VAT"), true],
      ["price below $140", page("$150.00 $149.00 + tax"), page("$150.00 $129.00 + tax"), true],
      ["price below $140", page("<s>$150.00</s> $149.00 + tax"), page("<s>$150.00</s> $129.00 + tax"), true],
      ["Preis unter 100 €", page("UVP 150 € jetzt 129 € zzgl. MwSt"), page("UVP 150 € jetzt 89 € zzgl. MwSt"), true],
      ["price drops", page("£449.00 + VAT (RRP £520.00)"), page("£389.00 + VAT (RRP £520.00)"), true],
      ["price changes", page("£449.00 + VAT (RRP £520.00)"), page("£389.00 + VAT (RRP £520.00)"), true],
      ["price below £100", page("Basic £129 + VAT, Pro £350"), page("Basic £89 + VAT, Pro £350"), true],
      ["price below £80", page("£89.95 inc. VAT"), page("£89.95 inc. VAT, £74.96 ex VAT"), false]
    ])
  )

  it.effect("and numbers of something else are no price", () =>
    checkPairs([
      [
        "price under 15000",
        page("Golf, 2018, 90,000 km, 17,900 €"),
        page("Golf, 2018, 90,000 km, 17,900 €", "Passat, 2020, 60,000 km, 22,500 €"),
        false
      ],
      [
        "price under 15000",
        page("Golf, 2018, 90,000 km, 17,900 €"),
        page("Golf, 2018, 90,000 km, 17,900 €", "Polo, 2020, 60,000 km, 12,500 €"),
        true
      ],
      [
        "price under 15000",
        page("Golf, 2018, 90,000 km, 17900"),
        page("Golf, 2018, 90,000 km, 17900", "Passat, 2020, 60,000 km, 22500"),
        false
      ],
      [
        "price under 15000",
        page("Golf, 2018, 90,000 km, 17900"),
        page("Golf, 2018, 90,000 km, 17900", "Polo, 2020, 60,000 km, 12500"),
        true
      ],
      ["flat under 900", page("2 rooms, 54 m², £980"), page("2 rooms, 54 m², £980", "4 rooms, 100 m², £1,720"), false],
      ["flat under 900", page("2 rooms, 54 m², £980"), page("2 rooms, 54 m², £980", "1 room, 33 m², £720"), true],
      [
        "rent below 900",
        page("2 rooms, 54 m², 980 € warm"),
        page("2 rooms, 54 m², 980 € warm", "4 rooms, 100 m², 1.720 € warm"),
        false
      ],
      ["Lot price exceeds 500", page("Lot price: $430 (490 bids)"), page("Lot price: $450 (513 bids)"), false],
      ["Lot price exceeds 500", page("Lot price: 430 (490 bids)"), page("Lot price: 450 (513 bids)"), false],
      ["Lot price exceeds 500", page("Lot price: 430 (490 bids)"), page("Lot price: 520 (513 bids)"), true],
      ["more than 100 reviews", page("$45, 90 buyers"), page("$45, 120 reviews"), true],
      ["price below 500", page("Price: 550"), page("Price: 450"), true],
      ["price below 500", page("Price: 550 per month"), page("Price: 450 per month"), true],
      ["more than 5 rooms", page("House with 4 rooms, $300"), page("House with 6 rooms, $300"), true]
    ])
  )
})
