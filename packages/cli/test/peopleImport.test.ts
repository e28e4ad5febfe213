/** People that organizations import, and who asks to be forgotten, at the command line. Observed: what the commands say, and what is kept. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
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

describe("a table of people", () => {
  it("is divided by what divides its heading, and by nothing else", async () => {
    await using directory = await temporaryDirectory()
    const file = join(directory.path, "a.csv")
    const whole = ["anna@kilnx.example", "Müller, Anna", "Head of Sales; Europe, North", "Kilnx\tGmbH"]
    for (const [delimiter, cells, heading = "email|name|title|company"] of [
      [";", ["anna@kilnx.example", "Müller, Anna", "Head of Sales, Europe", "Kilnx, GmbH"]],
      [",", ["anna@kilnx.example", "Anna; Müller", "Head\tof Sales", "Kilnx; GmbH"]],
      ["\t", ["anna@kilnx.example", "Müller, Anna", "Sales; Europe", "Kilnx, Inc."]],
      [",", whole.map((cell) => `"${cell}"`)],
      // Names that say nothing here do not divide.
      [";", ["anna@kilnx.example", "Anna", "Sales, a", "Kilnx", "x"], "email|name|title|company|a,b,c,d,e,f,g"]
    ] as const) {
      await writeFile(file, `${heading.replaceAll("|", delimiter)}\n${cells.join(delimiter)}\n`)
      const [part] = await all(file)
      const [email = "", name = "", title = "", company = ""] = cells.map((cell) => cell.replaceAll('"', ""))
      assert.deepStrictEqual(part?.problems, [])
      assert.deepInclude(part?.people[0], { fullName: name, emails: [email] })
      const [role] = part?.people[0]?.roles ?? []
      assert.strictEqual(role?.title, title)
      assert.include(JSON.stringify(role), JSON.stringify(company).slice(1, -1))
    }
    await writeFile(file, "Row;email;name;a,b,c,d,e\n1;ada@gull.example;Ada Arden;x\n")
    assert.strictEqual((await all(file))[0]?.people[0]?.fullName, "Ada Arden")
    await writeFile(file, "name;city,region\nAda Arden;Bern, BE\n")
    assert.deepStrictEqual([...((await all(file))[0]?.unread ?? [])], ["city,region"])
    await writeFile(file, 'email\na@gull.example\n"b@gull.example"\n')
    assert.lengthOf((await all(file))[0]?.people ?? [], 2)
  })
})

/** What is taken of a list, and which rows are not. */
const read = async (path: string) => {
  const parts = await all(path)
  return {
    names: parts.flatMap(({ people }) => people.map(({ fullName }) => fullName)),
    problems: parts.flatMap(({ problems }) => problems.map(({ message, row }) => `${row}: ${message}`))
  }
}

const row = (n: number): string => `P${n},p${n}@gull.example`

describe("a bad row of a list of people", () => {
  it("is named, and costs no other", async () => {
    await using directory = await temporaryDirectory()
    const file = join(directory.path, "a.csv")
    const rows = Array.from({ length: 1_000 }, (_, n) => row(n))
    for (const [bad, says] of [
      ['Jim "Jimbo" Doe,j@gull.example', /^556: Invalid Opening Quote/],
      ['"Jim Doe,j@gull.example', /^556: Quotes are open\.$/],
      ['Jim 5" Doe,j@gull.example', /^556: Quotes are open\.$/],
      ['"Jim" Doe,j@gull.example', /^556: Invalid Closing Quote/],
      [Buffer.from("Jim D\xf6e,j@gull.example", "latin1"), /^556: It is not UTF-8\.$/],
      ["x".repeat(300_000), /^556: The line is longer than 262144 bytes\.$/]
    ] as const) {
      const [before, after] = [rows.slice(0, 555), rows.slice(556)].map((some) => Buffer.from(some.join("\n")))
      await writeFile(
        file,
        Buffer.concat(["name,email\n", before!, "\n", bad, "\n", after!].map((part) => Buffer.from(part)))
      )
      const { names, problems } = await read(file)
      assert.lengthOf(names, 999)
      assert.deepStrictEqual([names[555], names.at(-1)], ["P556", "P999"])
      assert.lengthOf(problems, 1)
      assert.match(problems[0] ?? "", says)
    }
  })

  it("is that alone where another quote is open behind it, and rows with lines within quotes are read", async () => {
    await using directory = await temporaryDirectory()
    const file = join(directory.path, "a.csv")
    const twoLines = '"P\n8",p8@gull.example'
    const said = '"P ""9"", the\r\nlast",p9@gull.example'
    await writeFile(
      file,
      `name,email\n${row(1)}\n"Jim,j@gull.example\n${row(3)}\nTom 6" F,t@gull.example\n${row(5)}\n${twoLines}\n${said}\n"Eve,e@x.example`
    )
    const { names, problems } = await read(file)
    assert.deepStrictEqual(names, ["P1", "P3", "P5", "P\n8", 'P "9", the\nlast'])
    assert.deepStrictEqual(problems, ["2: Quotes are open.", "4: Quotes are open.", "8: Quotes are open."])
    const bio = Array.from({ length: 400 }, () => "a line").join("\n")
    await writeFile(file, `email,bio\np@gull.example,"${bio}"\n`)
    assert.strictEqual((await all(file))[0]?.people[0]?.bio, bio)
  })

  it("is a line of JSON that is not UTF-8 as well", async () => {
    await using directory = await temporaryDirectory()
    const file = join(directory.path, "a.jsonl")
    const line = (name: string) => JSON.stringify({ name, email: "a@gull.example" })
    await writeFile(file, Buffer.from(`${line("Ada")}\n${line("B\xe9a")}\n${line("Eve")}`, "latin1"))
    assert.deepStrictEqual(await read(file), { names: ["Ada", "Eve"], problems: ["2: It is not UTF-8."] })
  })

  it("leaves lists that are packed, or of an old Mac, as they were", async () => {
    await using directory = await temporaryDirectory()
    const file = join(directory.path, "a.csv")
    const text = `name,email\n${row(1)}\n${row(2)}`
    for (const written of [gzipSync(text), text.replaceAll("\n", "\r"), `\n${text}`, `\ufeff${text}\n\n`]) {
      await writeFile(file, written)
      assert.deepStrictEqual(await read(file), { names: ["P1", "P2"], problems: [] })
    }
    await writeFile(file, Buffer.from(`\ufeff${text}`, "utf16le"))
    const refused = await read(file).catch((cause: Error) => cause.message)
    assert.strictEqual(refused, "its heading is not UTF-8: save it as CSV in UTF-8")
    await writeFile(file, gzipSync(text).subarray(0, 30))
    assert.include(await read(file).catch((cause: Error) => cause.message), "it ends too early")
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
      ["a,b\n1,2\n", "its heading has none of the columns name, first_name, last_name, email, title"],
      ["email\nnobody\n", "Nobody was imported"]
    ] as const) {
      await writeFile(file, text)
      const refused = await runHere(["people", "import", file], here)
      assert.strictEqual(refused.exitCode, 1)
      assert.include(refused.stderr, says)
    }
    const many = Array.from({ length: 60_000 }, (_, n) => `${row(n * 7_919)}${n * 104_729}`).join("\n")
    const cut = gzipSync(`name,email\n${many}`)
    await writeFile(file, cut.subarray(0, cut.length - 100))
    const broken = await runHere(["people", "import", file], here)
    assert.strictEqual(broken.exitCode, 1)
    assert.match(
      broken.stderr,
      /it ends too early.*Imported before that: [\d,]+ people of the first [\d,]+ rows\. Importing the list again replaces them\./
    )
    const gone = await runHere(["people", "import", join(directory.path, "none")], here)
    assert.include(gone.stderr, "none cannot be read: there is no such file or folder")
    const other = await runHere(["people", "import", file, "--org", "org_none"], here)
    assert.include(other.stderr, "There is no organization org_none")
  })
})
