import { assert, describe, it } from "@effect/vitest"
import { shownAddresses } from "../../src/brands/domain/shownAddresses.ts"

/** Street, city, region, code and country of each address; lines are parted by `/ `. */
const told = (text: string, origin: { readonly url?: string; readonly language?: string } = {}) =>
  shownAddresses(text.split("\n"), { url: "https://acme.example/", language: "", ...origin }).map(
    ({ address: { city, countryCode, postalCode, stateCode, stateProvince, street } }) =>
      [street, city, stateCode ?? stateProvince, postalCode, countryCode].map((part) => part ?? "-").join(" | ")
  )

const one = (...[text, origin]: Parameters<typeof told>) => {
  const all = told(text, origin)
  assert.isAtMost(all.length, 1, text)
  return all[0] ?? null
}

describe("an address in a text", () => {
  const written: ReadonlyArray<readonly [string, string, string]> = [
    ["", "88 Depot Street, Wake Forest, NC 27587", "88 Depot Street | Wake Forest | NC | 27587 | US"],
    [
      "",
      "Acme HR, Inc. 1801 California St, Suite 2400, Denver, CO 80202",
      "1801 California St, Suite 2400 | Denver | CO | 80202 | US"
    ],
    ["", "500 Main St.\nSpringfield, Illinois 62701-1234\nUSA", "500 Main St. | Springfield | IL | 62701-1234 | US"],
    ["", "Visit us at 12 Oak Ave, Austin TX 78701", "12 Oak Ave | Austin | TX | 78701 | US"],
    [
      "",
      "100 King Street West, Toronto, Ontario M5X 1A9, Canada",
      "100 King Street West | Toronto | ON | M5X 1A9 | CA"
    ],
    [
      "",
      "Acme Ltd\nUnit 4, Mill Lane\nHuddersfield\nHD1 6QT\nUnited Kingdom",
      "Unit 4, Mill Lane | Huddersfield | - | HD1 6QT | GB"
    ],
    ["", "10 Gate Street, London WC2A 3HP", "10 Gate Street | London | - | WC2A 3HP | GB"],
    ["", "7 Friar Street, Reading, Berkshire, RG1 1AA", "7 Friar Street | Reading | Berkshire | RG1 1AA | GB"],
    ["", "Level 5, 45 Pitt Street, Sydney NSW 2000", "Level 5, 45 Pitt Street | Sydney | NSW | 2000 | AU"],
    ["", "The Echo, 12 South Main Street, Wexford, Ireland", "12 South Main Street | Wexford | - | - | IE"],
    ["", "3 Harbour Row, Dublin 2, D02 XY45", "3 Harbour Row | Dublin | - | D02 XY45 | IE"],
    ["de", "Acme GmbH, Königstraße 21, 70173 Stuttgart", "Königstraße 21 | Stuttgart | - | 70173 | DE"],
    ["de", "Neubaugasse 51/3\n1070 Wien\nÖsterreich", "Neubaugasse 51/3 | Wien | - | 1070 | AT"],
    ["de", "Bahnhofstrasse 5, CH-8001 Zürich", "Bahnhofstrasse 5 | Zürich | - | 8001 | CH"],
    ["fr", "4 quai de l’Odet, 29000 Quimper", "4 quai de l’Odet | Quimper | - | 29000 | FR"],
    ["es", "Paseo Marítimo 22, 11010 Cádiz, España", "Paseo Marítimo 22 | Cádiz | - | 11010 | ES"],
    ["it", "Via Roma 12, 20121 Milano (MI)", "Via Roma 12 | Milano | MI | 20121 | IT"],
    ["", "Keizersgracht 126, 1015 CW Amsterdam", "Keizersgracht 126 | Amsterdam | - | 1015 CW | NL"],
    ["", "ul. Prosta 51, 00-838 Warszawa, Poland", "ul. Prosta 51 | Warszawa | - | 00-838 | PL"],
    ["sv", "Storgatan 7A\n111 22 Stockholm", "Storgatan 7A | Stockholm | - | 111 22 | SE"],
    ["da", "Nørregade 10, 1165 København K", "Nørregade 10 | København | - | 1165 | DK"],
    [
      "",
      "Rua da Bahia, 1148\nBelo Horizonte, MG, 30160-011\nBrasil",
      "Rua da Bahia, 1148 | Belo Horizonte | MG | 30160-011 | BR"
    ],
    ["pt", "Rua Augusta, 24, 1100-053 Lisboa", "Rua Augusta, 24 | Lisboa | - | 1100-053 | PT"],
    ["ja", "〒450-0002 愛知県名古屋市中村区名駅3-12-4", "中村区名駅3-12-4 | 名古屋市 | 愛知県 | 450-0002 | JP"],
    [
      "de",
      "Hotel Zur Post, Hauptstr. 5, A-6370 Kitzbühel, Tirol, Österreich",
      "Hauptstr. 5 | Kitzbühel | - | 6370 | AT"
    ],
    ["fr", "12 rue de la Paix\nBP 40012\n75002 Paris Cedex 02\nFrance", "12 rue de la Paix | Paris | - | 75002 | FR"],
    ["es", "Calle Mayor, 5, 2º B, 28013 Madrid (España)", "Calle Mayor, 5, 2º B | Madrid | - | 28013 | ES"],
    ["tr", "Atatürk Cad. No:15, 34710 Kadıköy/İstanbul", "Atatürk Cad. No:15 | İstanbul | - | 34710 | TR"],
    [
      "pl",
      "ul. Marszałkowska 84/92 lok. 114, 00-514 Warszawa",
      "ul. Marszałkowska 84/92 lok. 114 | Warszawa | - | 00-514 | PL"
    ],
    ["fi", "Mannerheimintie 12 B, 00100 Helsinki", "Mannerheimintie 12 B | Helsinki | - | 00100 | FI"],
    ["no", "Karl Johans gate 5, 0154 Oslo", "Karl Johans gate 5 | Oslo | - | 0154 | NO"],
    ["nl", "Grote Markt 1\n1000 Brussel\nBelgië", "Grote Markt 1 | Brussel | - | 1000 | BE"],
    ["", "Church Lane, Little Snoring, Norfolk NR21 0AB", "Church Lane | Little Snoring | Norfolk | NR21 0AB | GB"],
    ["", "Level 3\n25 Queen Street\nAuckland 1010\nNew Zealand", "Level 3, 25 Queen Street | Auckland | - | 1010 | NZ"],
    ["", "No. 5, MG Road, Bengaluru 560001, India", "No. 5, MG Road | Bengaluru | - | 560001 | IN"],
    ["", "10 Anson Road #21-07, Singapore 079903", "10 Anson Road #21-07 | Singapore | - | 079903 | SG"],
    [
      "",
      "Av. Paulista, 1000 - Bela Vista, São Paulo - SP, 01310-100",
      "Av. Paulista, 1000 | São Paulo | SP | 01310-100 | BR"
    ],
    ["", "123 Happy St Happy, TX 79042", "123 Happy St | Happy | TX | 79042 | US"],
    ["", "Fax +1 (415) 555-0101. 100 Main St, Boston, MA 02110", "100 Main St | Boston | MA | 02110 | US"],
    ["ar", "شارع الشيخ زايد، دبي، الإمارات العربية المتحدة", "شارع الشيخ زايد | دبي | - | - | AE"]
  ]
  for (const [language, text, expected] of written) {
    it(`is told: ${text.replaceAll("\n", " / ")}`, () => assert.strictEqual(one(text, { language }), expected))
  }

  it("has no country where its code is of several, and that which the page dials, its domain or its language names", () => {
    const text = "Neue Gasse 5\n1070 Wien"
    assert.strictEqual(one(text), "Neue Gasse 5 | Wien | - | 1070 | -")
    assert.strictEqual(one(text, { language: "de" }), "Neue Gasse 5 | Wien | - | 1070 | -")
    assert.strictEqual(one(text, { language: "de-AT" }), "Neue Gasse 5 | Wien | - | 1070 | AT")
    assert.strictEqual(one(text, { url: "https://acme.at/" }), "Neue Gasse 5 | Wien | - | 1070 | AT")
    assert.strictEqual(one(`${text}\nTel. +43 1 555 01 20`), "Neue Gasse 5 | Wien | - | 1070 | AT")
    assert.strictEqual(
      one(`${text}\nTel. +43 1 555 01 20, +41 44 555 01 20`, { url: "https://acme.at/" }),
      "Neue Gasse 5 | Wien | - | 1070 | -"
    )
  })

  it("is none where numbers and names are something else", () => {
    for (const text of [
      "© 2026 Mühle Brandt GmbH",
      "12345 Happy Customers, 2024 Awards",
      "SIRET 800 000 000 00018",
      "Call 1-888-555-0144 for the Model 2000 Turbo",
      "Siret 123, 75001 visites",
      "On 12 March 2026, 500 people came to Berlin",
      "HRB 765432, Amtsgericht Stuttgart",
      "AB12 3CD is a part number",
      "Page 3, 10115 results",
      "Founded in Denver, Colorado",
      "Rechnung 12, 2024 Berlin",
      "Am 5. Mai 2024, 10115 Teilnehmer",
      "Prices from 12 to 45, 50667 Köln",
      "Open 9-17, 2000 visitors in Denver, Colorado, USA",
      "See section 3, Germany, France, Spain",
      "Model 5, Paris, France",
      "Flight 12 London, Paris, France",
      "In 2019, 45 people moved to Berlin, Germany",
      "The A1 1AA road",
      "Games: Sydney 2000, Australia",
      "Games: Auckland 1990, New Zealand",
      "Office: Canberra 2600, Australia",
      "Ringstraße 5, ISO 9001 Zertifiziert"
    ]) {
      assert.deepStrictEqual(told(text, { language: "de" }), [], text)
    }
  })

  it("may have several parts of a house behind its street", () => {
    assert.strictEqual(
      one("12 Mill Lane, Block 2, Level 5, Suite 510, Unit 7, Austin, TX 78701"),
      "12 Mill Lane, Block 2, Level 5, Suite 510, Unit 7 | Austin | TX | 78701 | US"
    )
  })

  it("has the house and not a code where its country has no such codes", () => {
    const rows = [
      ["1200 Bay Street, Toronto, Canada", "1200 Bay Street | Toronto | - | - | CA"],
      ["12345 Wilshire Boulevard, Los Angeles, USA", "12345 Wilshire Boulevard | Los Angeles | - | - | US"],
      ["124 Mill Lane, Dublin 2, Ireland", "124 Mill Lane | Dublin | - | - | IE"],
      ["Bulevar 5, 1000 Skopje, North Macedonia", "Bulevar 5 | Skopje | - | 1000 | MK"]
    ] as const
    for (const [text, expected] of rows) assert.strictEqual(one(text), expected)
  })

  it("is none where a year, a rank or a count stands before a name", () => {
    for (const text of [
      "Sommerfest Hauptstraße, 2023 Dresden",
      "1954 Bau der Schule, Schulstraße 12\n1960 Umzug",
      "Straße des 17. Juni, 2019 Berlin",
      "Best of Main Street, 2020 Vienna, Austria",
      "2020 Vienna, Austria",
      "Lap 5, 1200 Geneva",
      "Highway 66, 2019 Road Trip, USA",
      "Platz 1, 5000 Meter Lauf",
      "Zone 4, 75001 Paris",
      "Artikel 4711, 50667 Teile",
      "Paket 3, 2500 Punkte Bonus, Österreich",
      "Filmed on Rue Mouffetard, Paris, France",
      "Walk down Grafton Street, Dublin, Ireland"
    ]) {
      assert.deepStrictEqual(told(text, { language: "de" }), [], text)
    }
    // A year is a code where a street with its house stands before it.
    assert.strictEqual(one("Museumstraat 5\n2000 Antwerpen\nBelgië"), "Museumstraat 5 | Antwerpen | - | 2000 | BE")
  })

  it("is not moved to another country by the one number of somebody there", () => {
    const text = "Schafweg 2, 26180 Rastede\nBank AB, Tel. +46 8 120 120 00"
    const told = (language: string, url = "https://acme.example/") => one(text, { language, url })
    assert.strictEqual(told("de", "https://acme.de/"), "Schafweg 2 | Rastede | - | 26180 | -")
    assert.strictEqual(told("de"), "Schafweg 2 | Rastede | - | 26180 | -")
    assert.strictEqual(told("en"), "Schafweg 2 | Rastede | - | 26180 | SE")
    const maroc = "12 rue Atlas, 20000 Casablanca\nTél. +212 522 55 01 60"
    assert.strictEqual(one(maroc, { language: "fr" }), "12 rue Atlas | Casablanca | - | 20000 | MA")
    assert.strictEqual(
      one("〒100-0013 東京都千代田区霞が関3-2-1 電話：03-4579-0190"),
      "霞が関3-2-1 | 千代田区 | 東京都 | 100-0013 | JP"
    )
  })

  it("has no street where none is written", () => {
    assert.strictEqual(one("Offices in Denver, CO 80202"), "- | Denver | CO | 80202 | US")
    assert.strictEqual(
      one("Our team sits together in the heart of the old town, 10115 Berlin, Germany"),
      "- | Berlin | - | 10115 | DE"
    )
  })

  it("is found in its order among others", () => {
    const all = told(
      "Acme SARL, 18 rue Garibaldi, 69006 Lyon, France. Directeur : K. B.\nHébergeur : OVH SAS, 2 rue Kellermann, 59100 Roubaix, France, tél. 1007"
    )
    assert.deepStrictEqual(all, [
      "18 rue Garibaldi | Lyon | - | 69006 | FR",
      "2 rue Kellermann | Roubaix | - | 59100 | FR"
    ])
  })

  it("stands behind what its own lines say, and not those of the address before", () => {
    const beforeOf = (...lines: ReadonlyArray<string>) =>
      shownAddresses(lines, { url: "https://acme.example/", language: "de" }).map(({ before }) => before)
    const own = "Ringstraße 1, 10115 Berlin"
    assert.deepStrictEqual(beforeOf("Gehostet", "one", "two", "three", own), ["one two three Ringstraße 1"])
    assert.deepStrictEqual(
      beforeOf(`Gehostet: Weg AG, Schafweg 2, 26180 Rastede. Acme, ${own}`)[1],
      "Acme Ringstraße 1"
    )
  })

  it("is looked for in time that grows with the text alone", () => {
    const times = 250_000
    for (const text of [
      "1,".repeat(times),
      "12345 A, ".repeat(times / 2),
      "1 A ".repeat(times),
      "12-345 ".repeat(times / 2),
      "9".repeat(times * 4),
      "rue de la ".repeat(times / 2),
      "12 Main St Denver CO ".repeat(times / 5),
      "1070 Wien\n".repeat(times / 2),
      "A1 1AA ".repeat(times),
      "〒450-0002 ".repeat(times / 2),
      "Suite 5, Suite 5, 12345\n".repeat(times / 200),
      "PO Box 1, PO Box 1\n".repeat(times / 200),
      "Inc. ".repeat(times)
    ]) {
      const before = process.threadCpuUsage()
      shownAddresses(text.split("\n"), { url: "https://acme.example/", language: "de" })
      // The square of it would be minutes. What others do meanwhile counts as little as it can.
      const { system, user } = process.threadCpuUsage(before)
      assert.isBelow(system + user, 3_000_000, text.slice(0, 20))
    }
  })
})
