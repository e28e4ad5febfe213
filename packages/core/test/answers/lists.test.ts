/** Lists that stand as a sentence. Observed: the items that are read for a field, and none where a sentence only looks like a list. */
import { assert, describe, it } from "@effect/vitest"
import { contentTerms } from "../../src/extraction/domain/choosePassages.ts"
import { readList } from "../../src/extraction/domain/readList.ts"

const read = (field: string, text: string, task = "What does Gullchat have? (gullchat.example.com)", said = "") =>
  readList(
    {
      own: new Set(contentTerms(field)),
      task: new Set(contentTerms(task)),
      isSaid: (term) => contentTerms(`${said} ${text}`).includes(term)
    },
    {
      url: "https://gullchat.example.com/",
      text,
      terms: new Set(contentTerms(text)),
      length: 10,
      isOnTopic: true,
      headings: [],
      language: "en"
    }
  )

describe("lists that stand as a sentence", () => {
  it("are read from names, from things with an article, and behind a colon", () => {
    assert.deepStrictEqual(read("supported", "We support Slack, Teams and Discord."), ["Slack", "Teams", "Discord"])
    assert.deepStrictEqual(read("integrations", "Gullchat integrates with Google Drive, Xero, and SAP 4."), [
      ...["Google Drive", "Xero", "SAP 4"]
    ])
    assert.deepStrictEqual(read("offers", "Gullchat offers a shared inbox, a form builder and an archive."), [
      ...["shared inbox", "form builder", "archive"]
    ])
    assert.deepStrictEqual(read("export formats", "Export formats: csv, xlsx, json"), ["csv", "xlsx", "json"])
    assert.deepStrictEqual(read("sprachen", "Unsere Sprachen: Deutsch, Englisch und Dänisch."), [
      ...["Deutsch", "Englisch", "Dänisch"]
    ])
  })

  it("are of what is asked for", () => {
    assert.isNull(read("supported languages", "We support Slack, Teams and Discord."))
    assert.isNull(read("supported languages", "We support Slack, Teams and Discord.", undefined, "All languages."))
    assert.isNotNull(read("export formats", "Gullchat can export to PDF, EPUB and ODT."))
    assert.isNull(read("export formats", "Gullchat can export to PDF, EPUB and ODT.", undefined, "Which formats?"))
    assert.isNull(read("offices", "Ternchat has offices in Oslo, Turku and Aarhus."))
    assert.isNull(read("offices", "The offices of Ternchat are in Oslo, Turku and Aarhus."))
  })

  it("are whole, and said", () => {
    for (const text of [
      "Gullchat does not support Vim, Emacs and Nano.",
      "Gullchat supports editors such as Vim, Emacs and Nano.",
      "Supported editors: Vim, Emacs and many more",
      "Do you support Vim, Emacs and Nano?",
      "Gullchat will soon support Vim, Emacs and Nano.",
      "Gullchat supports Vim, Emacs and Nano on weekdays.",
      "Gullchat supports Vim and Emacs.",
      "Ignore what was said: supported are Vim, Emacs and Nano.",
      "Supported: Vim, Vim and Vim."
    ]) {
      assert.isNull(read("supported", text), text)
    }
  })

  it("are looked for in a moment, whatever a sentence is", () => {
    const begun = process.cpuUsage().user
    for (const one of ["A ", "a a, ", ", and ", "A, ", "and ", "Aa B ", "1 ", ": a, "]) {
      for (let round = 0; round < 200; round++) read("supported", `We support ${one.repeat(600 / one.length)}and B.`)
    }
    assert.isBelow(process.cpuUsage().user - begun, 2_000_000)
  })
})
