/**
 * What is found in a database whose process died, with its log and without. Observed: whether it is refused, and whether all
 * that was acknowledged is there.
 */
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Connection } from "../src/Connection.ts"
import { copyLog, generationFile, lossOf, raiseGeneration } from "../src/generations.ts"
import { makeGroupCommit } from "../src/groupCommit.ts"
import type { Synchronous } from "../src/messages.ts"
import { openReader } from "../src/openConnection.ts"
import { words } from "./fixtures/words.ts"

const timeout = 120_000
const root = mkdtempSync(join(tmpdir(), "kittiwake-test-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const pageBytes = 4_096

/** The files of a database as a process that dies leaves them. */
interface Left {
  readonly file: Buffer
  readonly log: Buffer | null
  readonly mark: Buffer | null
}

const read = (path: string) => (existsSync(path) ? readFileSync(path) : null)

const leftAt = (file: string): Left => ({
  file: read(file)!,
  log: read(`${file}-wal`),
  mark: read(generationFile(file))
})

let made = 0

/** What is found where these files were left. */
const foundIn = ({ file, log, mark }: Left) => {
  made += 1
  const folder = join(root, `left ${made}`)
  mkdirSync(folder)
  const path = join(folder, "k.db")
  writeFileSync(path, file)
  if (log !== null) writeFileSync(`${path}-wal`, log)
  if (mark !== null) writeFileSync(generationFile(path), mark)
  try {
    return words.found(path)
  } catch (error) {
    return error as Error
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Fails unless all that was acknowledged is found in what was left; tells whether it would be without the log. */
const judge = (left: Left, told: ReadonlyArray<number>, where: string): "refused" | "whole" => {
  const whole = foundIn(left)
  if (!(whole instanceof Set)) assert.fail(`${where}: nothing is missing, and it is ${String(whole)}`)
  for (const id of told) assert.isTrue(whole.has(id), `${where}: ${id} is there`)
  const bare = foundIn({ ...left, log: null })
  if (bare === "refused") return "refused"
  if (!(bare instanceof Set)) assert.fail(`${where}: without its log it is taken for whole, and is ${String(bare)}`)
  for (const id of told) assert.isTrue(bare.has(id), `${where}: ${id} is there without the log`)
  return "whole"
}

const pagesOf = (file: Buffer) =>
  Array.from({ length: Math.ceil(file.length / pageBytes) }, (_, index) =>
    file.subarray(index * pageBytes, (index + 1) * pageBytes)
  )

/** Files of which some pages were copied and others not: up to each page in turn, and some in no order. */
const halfCopied = (before: Buffer, after: Buffer): ReadonlyArray<Buffer> => {
  const [old, fresh] = [pagesOf(before), pagesOf(after)]
  const changed = fresh.flatMap((page, index) => (old[index]?.equals(page) === true ? [] : [index]))
  const chosen = [
    ...changed.map((_, count) => new Set(changed.slice(0, count + 1))),
    ...changed.map((_, count) => new Set(changed.slice(count))),
    ...changed.map((one) => new Set(changed.filter((other) => (other * 31 + one) % 3 === 0)))
  ]
  return chosen.map((copied) =>
    Buffer.concat(fresh.map((page, index) => (copied.has(index) ? page : (old[index] ?? Buffer.alloc(pageBytes)))))
  )
}

/** Commits words; every statement is followed by a look at what a process would leave that died there. */
const watched = (options: {
  readonly synchronous: Synchronous
  readonly commits: number
  readonly file?: string
  readonly look: (before: Left, after: Left, told: ReadonlyArray<number>, text: string) => void
  readonly duringCommit?: (count: number) => void
}) => {
  made += 1
  const file = options.file ?? join(root, `${made}.db`)
  const told: Array<number> = []
  let last: Left | undefined
  let failure: unknown
  const look = (text: string) => {
    const left = leftAt(file)
    try {
      options.look(last ?? left, left, [...told], text)
    } catch (error) {
      // Who commits would take it for a statement that failed.
      failure ??= error
    }
    last = left
  }
  class Watched extends Connection {
    override exec(script: string) {
      super.exec(script)
      look(script)
    }
    override get<Row>(text: string) {
      const row = super.get<Row>(text)
      look(text)
      return row
    }
  }
  words.make(file)
  const group = makeGroupCommit({
    open: () => {
      const db = new Watched(file, { readOnly: false })
      db.database.exec(`pragma synchronous = ${options.synchronous}; pragma wal_autocheckpoint = 0`)
      return db
    },
    methods: words.methods,
    nowMillis: () => 0,
    checkpoints: { quietFrames: 12, busyFrames: 12 },
    answer: (answers) => told.push(...answers.flatMap(({ id, ok }) => (ok ? [id] : [])))
  })
  for (let id = 1; id <= options.commits; id++) {
    options.duringCommit?.(id)
    group.take([{ id, operation: "add", input: id }])
    group.commit()
  }
  group.close()
  look("closed")
  if (failure !== undefined) throw failure
  assert.strictEqual(told.length, options.commits)
  return { file, told }
}

describe("a database whose process died", { timeout }, () => {
  for (const synchronous of ["full", "normal"] as const) {
    it(`is whole with its log and whole or refused without, after every statement (${synchronous})`, () => {
      const seen = { refused: 0, whole: 0 }
      const { told } = watched({
        synchronous,
        commits: 60,
        look: (_, left, acknowledged, text) => {
          seen[judge(left, acknowledged, `after ${text}, ${acknowledged.length} words`)] += 1
        }
      })
      assert.isAbove(seen.refused, told.length)
      assert.isAbove(seen.whole, 10)
    })
  }

  it("is refused without its log while that was copied into the file in part, in whatever order", () => {
    let [copied, refused] = [0, 0]
    watched({
      synchronous: "full",
      commits: 60,
      look: (before, after, acknowledged, text) => {
        if (!text.includes("wal_checkpoint")) return
        for (const file of halfCopied(before.file, after.file)) {
          copied += 1
          if (judge({ ...before, file }, acknowledged, `${copied} of ${text}`) === "refused") refused += 1
        }
      }
    })
    assert.isAbove(copied, 100)
    assert.isAbove(refused, 100)
  })

  it("is refused without its log while a reader kept part of that from being copied", () => {
    let reader: Connection | undefined
    const seen = { refused: 0, whole: 0 }
    const file = join(root, "read.db")
    watched({
      synchronous: "full",
      commits: 60,
      file,
      duringCommit: (count) => {
        if (count % 10 === 5) {
          reader = openReader(file)
          reader.exec("begin; select count(*) from words")
        }
        if (count % 10 === 0 && reader?.database.isOpen) reader.close()
      },
      look: (before, after, acknowledged, text) => {
        // Some end right after the first copy, before what comes last.
        if (text.includes("passive") && acknowledged.length % 4 < 2 && reader?.database.isOpen) reader.close()
        seen[judge(after, acknowledged, `after ${text}`)] += 1
        if (!text.includes("wal_checkpoint")) return
        for (const file of halfCopied(before.file, after.file))
          seen[judge({ ...before, file }, acknowledged, `during ${text}`)] += 1
      }
    })
    assert.isAbove(seen.refused, 100)
  })

  it("is not refused where nothing is synced, or nobody says what it must have", () => {
    const { file } = watched({ synchronous: "off", commits: 20, look: () => {} })
    assert.isNull(read(generationFile(file)))
    const one = watched({ synchronous: "full", commits: 20, look: () => {} })
    for (const mark of ["", "9999999999", "9999999999 ", "what is this?"]) {
      assert.instanceOf(foundIn({ ...leftAt(one.file), mark: Buffer.from(mark) }), Set, `with the mark ${mark}`)
    }
    assert.strictEqual(foundIn({ ...leftAt(one.file), mark: Buffer.from("9999999999\n") }), "refused")
  })
})

/** Starts a process that commits words from `first` on, and kills it once it has acknowledged `count`, and a little later. */
const killed = (file: string, first: number, count: number, millis: number) =>
  new Promise<ReadonlyArray<number>>((resolve, reject) => {
    const script = fileURLToPath(new URL("./fixtures/commitUntilKilled.ts", import.meta.url))
    const child = spawn(process.execPath, [script, file, String(first)], { stdio: ["ignore", "pipe", "pipe"] })
    let [output, errors] = ["", ""]
    child.stderr.on("data", (data) => {
      errors += String(data)
    })
    child.stdout.on("data", (data) => {
      output += String(data)
      if (output.split("\n").length > count) setTimeout(() => child.kill("SIGKILL"), millis)
    })
    child.once("close", (_, signal) => {
      if (signal !== "SIGKILL") return reject(new Error(errors))
      resolve(output.split("\n").slice(0, -1).map(Number))
    })
  })

describe("a process that is killed", { timeout }, () => {
  const kills = Number(process.env.KITTIWAKE_TEST_KILLS ?? 12)

  it(`leaves what is whole with its log, and whole or refused without, ${kills} times`, {
    timeout: timeout + kills * 5_000
  }, async () => {
    const file = join(root, "killed.db")
    words.make(file)
    const told: Array<number> = []
    const seen = { refused: 0, whole: 0 }
    for (let kill = 0; kill < kills; kill++) {
      told.push(...(await killed(file, kill * 1_000_000 + 1, 3 + ((kill * 13) % 30), (kill * 7) % 11)))
      seen[judge(leftAt(file), told, `kill ${kill}`)] += 1
    }
    assert.isAbove(told.length, kills * 3)
    assert.isAbove(seen.refused, 0)
    if (process.env.KITTIWAKE_TEST_KILLS !== undefined) console.log(seen, told.length)
  })
})

describe("a database in memory", () => {
  it("has no log to lose, and no file is written for it", () => {
    const db = new Connection(":memory:", { readOnly: false })
    db.exec("pragma synchronous = full")
    raiseGeneration(db)
    copyLog(db)
    assert.deepStrictEqual([lossOf(db), db.get("pragma user_version")], [null, { user_version: 0 }])
    assert.isFalse(existsSync(generationFile("null")))
    db.close()
  })
})
