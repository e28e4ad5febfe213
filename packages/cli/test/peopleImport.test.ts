/** People that organizations import, and who asks to be forgotten, at the command line. Observed: what the commands say, and what is kept. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { personOfRow } from "../src/peopleImport/personRow.ts"
import { type PeoplePart, readPeople } from "../src/peopleImport/readPeople.ts"
import { beside, type Environment, serve, temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"

const person = (row: object) => {
  const read = personOfRow(row)
  return typeof read === "string" ? assert.fail(read) : read
}

describe("a row of a list of people", () => {
  it("is read by what columns are called, however they are written", () => {
    const ada = person({
      "First Name": "Ada",
      last: "Arden",
      Email: "ada@gull.example; a@tern.example",
      TITLE: "Keeper",
      company: "Gull Ltd",
      domain: "gull.example",
      city: "Bern",
      country: "ch",
      url: "github.com/ada https://orcid.org/0000-0002-1825-0097",
      skills: "birds, cliffs"
    })
    assert.deepInclude(ada, { firstName: "Ada", lastName: "Arden", skills: ["birds", "cliffs"] })
    assert.deepStrictEqual(ada.emails, ["ada@gull.example", "a@tern.example"])
    assert.deepStrictEqual(ada.socialUrls, ["https://github.com/ada", "https://orcid.org/0000-0002-1825-0097"])
    assert.deepInclude(ada.place, { display: "Bern, ch", country: null, countryCode: "CH" })
    assert.deepInclude(ada.roles[0], { title: "Keeper", isCurrent: true })
    assert.deepStrictEqual(person({ emails: ["a@b.example", "c@d.example"] }).emails, ["a@b.example", "c@d.example"])
  })

  it("is of nobody where no question would find whom it is of, or where it says what it cannot", () => {
    for (const [row, says] of [
      [{ name: "Ada Arden" }, "Nobody would find it"],
      [{ email: "ada" }, "no e-mail address"],
      [{ email: "ada@gull.example", url: "ftp://x.example/" }, "no address of the web"],
      [{ email: 7 }, "no text"],
      [{ email: "ada@gull.example", bio: "b".repeat(5_001) }, "longer than 5000"],
      [{ emails: Array.from({ length: 21 }, (_, n) => `a${n}@b.example`) }, "more than 20"],
      [[], "no object"],
      [null, "no object"]
    ] as const) {
      assert.include(personOfRow(row), says)
    }
    assert.isObject(personOfRow({ name: "Ada Arden", domain: "gull.example" }))
    assert.isString(personOfRow({ ["__proto__"]: "a", constructor: "b" }))
  })
})

const all = async (path: string): Promise<ReadonlyArray<PeoplePart>> => {
  const parts: Array<PeoplePart> = []
  for await (const part of readPeople(path)) parts.push(part)
  return parts
}

describe("a list of people", () => {
  it("is a table or lines of JSON, and is read in parts", async () => {
    await using directory = await temporaryDirectory()
    const table = join(directory.path, "a.csv")
    const rows = Array.from({ length: 450 }, (_, n) => `"P, ${n}";p${n}@gull.example;x`)
    await writeFile(table, `\ufeffname;email;Salary\n${rows.join("\r\n")}\nbad;nobody;x\n`)
    const parts = await all(table)
    assert.deepStrictEqual(
      parts.map(({ people }) => people.length),
      [200, 200, 50]
    )
    assert.deepStrictEqual(parts.at(-1)?.problems, [{ row: 451, message: '"nobody" is no e-mail address.' }])
    assert.deepStrictEqual([...(parts.at(-1)?.unread ?? [])], ["Salary"])
    assert.strictEqual(parts[0]?.people[3]?.fullName, "P, 3")
    const lines = join(directory.path, "a.jsonl")
    await writeFile(lines, `{"email":"a@gull.example"}\n\n{"email"\n{"email":"b@gull.example","x":1}`)
    const [one] = await all(lines)
    assert.lengthOf(one?.people ?? [], 2)
    assert.deepStrictEqual(one?.problems, [{ row: 3, message: "The line is not JSON." }])
    await writeFile(table, "")
    assert.deepStrictEqual((await all(table))[0]?.people, [])
  })
})

describe("people on the command line", { timeout: 180_000 }, () => {
  it("are imported, counted, forgotten and removed beside a server, and without one", async () => {
    await using directory = await temporaryDirectory()
    const env: Environment = { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_BROWSER: "off" }
    const file = join(directory.path, "staff.csv")
    const rows = ["Ada Arden,ada@gull.example,x", "Bea Fox,bea@gull.example,x", "Nobody,,x"]
    await writeFile(file, `name,email,Sal\u001b[31mary\n${rows.join("\n")}\n`)
    {
      await using served = await serve(["start"], env)
      const here = beside(served, env)
      const taken = await runHere(["people", "import", file], here)
      assert.strictEqual(taken.exitCode, 0, taken.stderr)
      assert.match(taken.stdout, /^added +2$/m)
      assert.match(taken.stdout, /^ {2}row 3: Nobody would find it/m)
      assert.match(taken.stdout, /Not read, as no column is called so: Sal.*ary\./)
      assert.notInclude(taken.stdout, "\u001b")
      assert.match((await runHere(["people", "imported"], here)).stdout, /^2 people of org_/)
      const gone = await runHere(["people", "forget", "Ada@Gull.example"], here)
      assert.match(gone.stdout, /1 imported record was removed/)
      served.signal("SIGTERM")
      await served.ended
    }
    const again = await runHere(["people", "import", file, "--json"], env)
    assert.deepInclude(JSON.parse(again.stdout), { added: 0, replaced: 1, forgotten: 1, bad: 1 })
    const none = await runHere(["people", "forget", "somebody"], env)
    assert.strictEqual(none.exitCode, 1)
    assert.include(none.stderr, "First Last@domain")
    assert.deepInclude(JSON.parse((await runHere(["people", "clear", "--json"], env)).stdout), { people: 1 })
    assert.deepInclude(JSON.parse((await runHere(["people", "imported", "--json"], env)).stdout), { people: 0 })
  })

  it("say why a file is no list of people", async () => {
    await using directory = await temporaryDirectory()
    const env: Environment = { KITTIWAKE_DATA_DIR: directory.path }
    const before = await runHere(["people", "imported"], env)
    assert.match(before.stderr, /There is no database/)
    await using served = await serve(["start"], env)
    const here = beside(served, env)
    const file = join(directory.path, "list.csv")
    for (const [text, says] of [
      ["a,b\n1,2\n", "its heading has none of the columns name, first_name"],
      ["email\nnobody\n", "Nobody was imported"]
    ] as const) {
      await writeFile(file, text)
      const refused = await runHere(["people", "import", file], here)
      assert.strictEqual(refused.exitCode, 1)
      assert.include(refused.stderr, says)
    }
    const gone = await runHere(["people", "import", join(directory.path, "none")], here)
    assert.include(gone.stderr, "none cannot be read: there is no such file or folder")
    const other = await runHere(["people", "import", file, "--org", "org_none"], here)
    assert.include(other.stderr, "There is no organization org_none")
  })
})
