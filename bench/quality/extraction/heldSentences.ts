/** Sites that say in sentences what is asked for, and much that only looks like it: the half that nobody looks at. */
import { flag, integer, number, objectOf, text, texts } from "./SamplePage.ts"
import { plainSite, type SampleSite } from "./SampleSite.ts"

const company = objectOf({
  founder: text,
  foundedYear: integer,
  ceo: text,
  headquarters: text,
  employeeCount: integer
})

export const heldSentences: ReadonlyArray<SampleSite> = [
  {
    id: "about-paragraph",
    start: "https://saltmarsh.example/",
    instructions: "",
    schema: company,
    pages: plainSite("en-GB", "Saltmarsh", {
      "": "<p>Saltmarsh grows samphire.</p>",
      about:
        "<p>Saltmarsh was started in 1999 by Edith Crane. Based in Whitby, the company employs 65 people. It is led by CEO Paul Anders.</p>"
    }),
    expected: {
      founder: "Edith Crane",
      foundedYear: 1999,
      ceo: "Paul Anders",
      headquarters: "Whitby",
      employeeCount: 65
    }
  },
  {
    id: "named-behind",
    start: "https://copperfern.example/",
    instructions: "Company facts",
    schema: company,
    pages: plainSite("en-US", "Copperfern", {
      "": "<p>“We never rush a kettle,” says Rita Moreau, founder of Copperfern.</p>",
      company: "<p>Since its founding in 2003 Copperfern has made kettles. Its headquarters are in Tulsa.</p>"
    }),
    expected: { founder: "Rita Moreau", foundedYear: 2003, headquarters: "Tulsa" }
  },
  {
    id: "customers-speak",
    start: "https://planksmith.example/",
    instructions: "",
    schema: company,
    pages: plainSite("en", "Planksmith", {
      "": "<p>“Planksmith saved our season,” says Ines Ford, CEO of Harbour Deck.</p><p>Harbour Deck is headquartered in Cork and has 300 employees.</p>"
    }),
    expected: {}
  },
  {
    id: "founders-list",
    start: "https://threadbare.example/",
    instructions: "",
    schema: objectOf({ founders: texts, headquarters: text, founding_year: integer }),
    pages: plainSite("en", "Threadbare", {
      "": "<p>Threadbare was founded in 2020 by Amy Cole, Ravi Nair and Ewa Zielinska.</p><p>Our headquarters is located in Bristol.</p>"
    }),
    expected: { founders: ["Amy Cole", "Ravi Nair", "Ewa Zielinska"], headquarters: "Bristol", founding_year: 2020 }
  },
  {
    id: "years-of-other-things",
    start: "https://windfall.example/",
    instructions: "",
    schema: company,
    pages: plainSite("en", "Windfall", {
      "": "<p>Windfall presses cider. Our orchard was planted in 1962, and the press was built in 1971.</p><p>The foundation of Windfall is trust. In 2015 we won a medal.</p>"
    }),
    expected: {}
  },
  {
    id: "deutsch",
    start: "https://moorland.example/",
    instructions: "",
    schema: objectOf({
      gruender: text,
      gruendungsjahr: integer,
      geschaeftsfuehrerin: text,
      sitz: text,
      mitarbeiter: integer
    }),
    pages: plainSite("de", "Moorland", {
      "": "<p>Moorland wurde im Jahr 2004 gegründet. Gründer ist Peter Lorenz.</p>",
      team: "<p>Unsere Geschäftsführerin Eva Thoma leitet das Haus. Unser Unternehmen mit Sitz in Bremen hat 85 Mitarbeiter.</p>"
    }),
    expected: {
      gruender: "Peter Lorenz",
      gruendungsjahr: 2004,
      geschaeftsfuehrerin: "Eva Thoma",
      sitz: "Bremen",
      mitarbeiter: 85
    }
  },
  {
    id: "espanol",
    start: "https://olivar.example/",
    instructions: "",
    schema: objectOf({ fundador: text, ano_de_fundacion: integer, sede: text }),
    pages: plainSite("es", "Olivar", {
      "": "<p>Olivar fue fundada en 1978 por Luis Herrera. Nuestra sede está en Jaén.</p>"
    }),
    expected: { fundador: "Luis Herrera", ano_de_fundacion: 1978, sede: "Jaén" }
  },
  {
    id: "lamp",
    start: "https://glimmer.example/",
    instructions: "The lamp",
    schema: objectOf({
      cable_length_m: number,
      guarantee_years: integer,
      price: number,
      battery_hours: integer,
      designer: text
    }),
    pages: plainSite("en", "Glimmer", {
      "": "<p>The battery lasts for 12 hours. The cable has a length of 180 cm.</p><p>A guarantee of 3 years is included. The price of the spare bulb is $9.</p>"
    }),
    expected: { cable_length_m: 1.8, guarantee_years: 3, battery_hours: 12 }
  },
  {
    id: "flags",
    start: "https://nestling.example/",
    instructions: "",
    schema: objectOf({
      accepts_credit_cards: flag,
      pets_allowed: flag,
      has_free_parking: flag,
      breakfast_included: flag
    }),
    pages: plainSite("en", "Nestling", {
      "": "<p>Nestling accepts credit cards. Pets are not allowed.</p><p>Breakfast is included on Sundays only.</p><p>We will soon have free parking.</p>"
    }),
    expected: { accepts_credit_cards: true, pets_allowed: false }
  },
  {
    id: "nothing-said",
    start: "https://tallowby.example/",
    instructions: "Who runs the company",
    schema: objectOf({ ceo: text, chairman: text, cfo: text, headquarters: text, motto: text }),
    pages: plainSite("en", "Tallowby", {
      "": "<p>Tallowby makes candles in many colours. Our chief wick maker is Nora Peel.</p>",
      news: "<p>Mayor Carl Dunn visited our head office. A new CEO will be named in 2027.</p>"
    }),
    expected: {}
  },
  {
    id: "moved-headquarters",
    start: "https://skerry.example/",
    instructions: "",
    schema: company,
    pages: plainSite("en", "Skerry", {
      "": "<p>Skerry was headquartered in Oban until 2018. Today the firm is headquartered in Glasgow.</p><p>In 2012 we had 9 employees.</p>"
    }),
    expected: { headquarters: "Glasgow" }
  },
  {
    id: "article",
    start: "https://encyclopaedia.example/wiki/Vellum_Press",
    instructions: "Facts about the company that the article is about",
    schema: company,
    pages: {
      "": `<!doctype html><html lang="en"><head><title>Vellum Press – Encyclopaedia</title></head><body><main><h1>Vellum Press</h1><p>Vellum Press is a publisher of atlases. It was founded in 1921 by Agnes Muir. The publisher has 70 employees.</p><p>Its competitor Linen House was founded in 1899.</p></main></body></html>`
    },
    expected: { founder: "Agnes Muir", foundedYear: 1921, employeeCount: 70 }
  }
]
