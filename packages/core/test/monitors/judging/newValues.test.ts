/** Goals for something new where nothing was added: another price, other hours, somebody else behind the same label. */
import { describe, it } from "@effect/vitest"
import { checkPairs } from "./onPages.ts"

const pairs = (title: string, ...all: ReadonlyArray<readonly [string, string]>) =>
  `<h1>${title}</h1><dl>${all.map(([name, said]) => `<dt>${name}</dt><dd>${said}</dd>`).join("")}</dl>`

const list = (title: string, ...lines: ReadonlyArray<string>) =>
  `<h1>${title}</h1><ul>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>`

describe("a goal for something new", () => {
  const museum = (hours: string, address: string) =>
    pairs("Museum", ["Opening hours", hours], ["Entry", "free"], ["Address", address])
  const firm = (chief: string, finance: string) => pairs("Leadership", ["CEO", chief], ["CFO", finance])
  const prices = (day: string) => pairs("Preise", ["Tageskarte", day], ["Jahreskarte", "120 €"])
  it.effect("is told of a value that is another one behind the label that it names, and of no other", () =>
    checkPairs([
      [
        "new opening hours",
        museum("10:00–17:00", "Kirchgasse 4, Bern"),
        museum("10:00–18:00", "Kirchgasse 4, Bern"),
        true
      ],
      ["a new address", museum("10:00–17:00", "Kirchgasse 4, Bern"), museum("10:00–17:00", "Marktgasse 9, Bern"), true],
      ["a new CEO", firm("Ana Ruiz", "Joe Bos"), firm("Ida Lind", "Joe Bos"), true],
      ["a new CEO", firm("Ana Ruiz", "Joe Bos"), firm("Ana Ruiz", "Ida Lind"), false],
      ["neue Preise", prices("12 €"), prices("14 €"), true]
    ])
  )

  it.effect("is told of an entry that came to a list, and not of one that is worded otherwise", () => {
    const jobs = (...lines: ReadonlyArray<string>) => list("Jobs", "Data engineer, Bern", ...lines)
    return checkPairs([
      ["new jobs", jobs("Cook, Basel"), jobs("Cook, Basel", "Driver, Zug"), true],
      ["new jobs", jobs("Cook, Basel"), jobs("Cook, Basel, 80 %"), false]
    ])
  })

  const contact = (phone: string, fax: string, room = "4") =>
    pairs("Contact", ["Phone", phone], ["Fax", fax], ["Room", room])
  it.effect("of a definition list is none of another entry", () =>
    checkPairs([
      [
        "new opening hours",
        museum("10:00–17:00", "Kirchgasse 4, Bern"),
        museum("10:00–17:00", "Marktgasse 9, Bern"),
        false
      ],
      [
        "new opening hours",
        pairs("Museum", ["Opening hours", "10:00–17:00"], ["Director", "Ana Ruiz"], ["Town", "Bern"]),
        pairs("Museum", ["Opening hours", "10:00–17:00"], ["Director", "Ida Lind"], ["Town", "Bern"]),
        false
      ],
      [
        "a new phone number",
        contact("031 555 12 34", "031 555 12 35"),
        contact("031 555 99 00", "031 555 12 35"),
        true
      ],
      [
        "a new phone number",
        contact("031 555 12 34", "031 555 12 35"),
        contact("031 555 12 34", "031 555 77 00"),
        false
      ],
      [
        "a new phone number",
        contact("031 555 12 34", "031 555 12 35"),
        contact("031 555 12 34", "031 555 12 35", "7"),
        false
      ],
      [
        "a new phone number",
        list("Contact", "Phone: 031 555 12 34", "Room: 4"),
        list("Contact", "Phone: 031 555 99 00", "Room: 4"),
        true
      ],
      [
        "eine neue Telefonnummer",
        pairs("Kontakt", ["Telefon", "031 555 12 34"], ["Zimmer", "4"]),
        pairs("Kontakt", ["Telefon", "031 555 99 00"], ["Zimmer", "4"]),
        true
      ],
      [
        "a new account number",
        pairs("Bank", ["Account number", "12-345"], ["Branch", "Bern"]),
        pairs("Bank", ["Account number", "98-765"], ["Branch", "Bern"]),
        true
      ]
    ])
  )
})
