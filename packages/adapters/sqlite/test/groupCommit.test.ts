import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, assert, describe, it } from "@effect/vitest"
import type { Connection } from "../src/Connection.ts"
import { type GroupCommit, type GroupCommitOptions, type Methods, makeGroupCommit } from "../src/groupCommit.ts"
import type { Answer, Call } from "../src/messages.ts"
import { openReader, openWriter } from "../src/openConnection.ts"

const directory = mkdtempSync(join(tmpdir(), "kittiwake-test-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

let made = 0

/** A table of words, calls that write to it, and the answers with the words that were on the disk when they left. */
const openTable = ({ checkpoints, nowMillis = () => 0 }: Partial<GroupCommitOptions> = {}) => {
  made += 1
  const file = join(directory, `${made}.db`)
  const methods: Methods = {
    add: (db: Connection, word: string) => db.run("insert into words values (?)", word),
    addThenFail: (db: Connection, word: string) => {
      db.run("insert into words values (?)", word)
      throw new Error("changed its mind")
    },
    failOfDisk: () => {
      throw Object.assign(new Error("disk I/O error"), { errcode: 10 })
    },
    count: (db: Connection) => db.get<{ n: number }>("select count(*) as n from words")!.n
  }
  const answers = new Map<number, Answer>()
  const committed: Array<ReadonlyArray<string>> = []
  let opened = 0
  const open = () => {
    opened += 1
    const db = openWriter({ file, synchronous: "off" })
    db.exec("create table if not exists words (word text primary key) strict")
    return db
  }
  const words = () => {
    const reader = openReader(file)
    const all = reader
      .all<{ word: string }>("select substr(word, 1, 8) as word from words order by word")
      .map(({ word }) => word)
    reader.close()
    return all
  }
  const group = makeGroupCommit({
    open,
    methods,
    nowMillis,
    ...(checkpoints === undefined ? {} : { checkpoints }),
    answer: (given) => {
      committed.push(words())
      for (const one of given) answers.set(one.id, one)
    }
  })
  let id = 0
  const call = (operation: string, input: unknown): Call => ({ id: ++id, operation, input })
  const valueOf = (one: Call) => {
    const answer = answers.get(one.id)
    return answer?.ok === true ? answer.value : answer?.failure
  }
  return { group, call, answers, committed, words, valueOf, openedTimes: () => opened }
}

describe("calls that wait together", () => {
  it("share a commit, and are answered when it is there for others to read", () => {
    const { call, committed, group, words } = openTable()
    group.take(["b", "a", "c"].map((word) => call("add", word)))
    assert.deepStrictEqual(words(), [])
    assert.isFalse(group.commit())
    assert.deepStrictEqual(committed, [["a", "b", "c"]])
  })

  it("see what the calls before them wrote", () => {
    const { call, group, valueOf } = openTable()
    const counts = [call("count", null), call("count", null)]
    group.take([counts[0]!, call("add", "a"), counts[1]!])
    group.commit()
    assert.deepStrictEqual(counts.map(valueOf), [0, 1])
  })

  it("leave nothing behind when they fail, and take no other with them", () => {
    const { call, group, valueOf, words } = openTable()
    const [bug, twice, unknown] = [call("addThenFail", "x"), call("add", "a"), call("nothing of the kind", null)]
    group.take([call("add", "a"), bug, twice, unknown, call("add", "b")])
    group.commit()
    assert.deepStrictEqual(words(), ["a", "b"])
    assert.deepInclude(valueOf(bug), { kind: "bug", message: "changed its mind" })
    assert.deepInclude(valueOf(twice), { kind: "bug", message: "UNIQUE constraint failed: words.word" })
    assert.deepInclude(valueOf(unknown), { kind: "bug", message: "there is no method nothing of the kind" })
  })

  it("are committed in parts when together they take too long", () => {
    let now = 0
    const { call, committed, group } = openTable({ nowMillis: () => (now += 8) })
    group.take(["a", "b", "c", "d", "e"].map((word) => call("add", word)))
    assert.isTrue(group.commit())
    while (group.commit());
    assert.isAbove(committed.length, 1)
    assert.deepStrictEqual(committed.at(-1), ["a", "b", "c", "d", "e"])
  })

  it("all fail when the disk is full, and the next ones succeed once there is room", () => {
    const { call, group, valueOf, words } = openTable()
    const long = (letter: string) => letter.repeat(200_000)
    group.connection().exec("pragma max_page_count = 40")
    const [small, large] = [call("add", "small"), call("add", long("x"))]
    group.take([small, large])
    group.commit()
    assert.deepInclude(valueOf(large), { kind: "unavailable", message: "database or disk is full" })
    assert.isFalse(group.connection().database.isTransaction)
    // SQLite may keep what came before in the transaction or not; the answer and the file must agree.
    assert.strictEqual(words().includes("small"), valueOf(small) === 1)
    group.connection().exec("pragma max_page_count = 100000")
    const again = call("add", long("y"))
    group.take([again])
    group.commit()
    assert.strictEqual(valueOf(again), 1)
  })

  it("all fail when another program holds the file for longer than they wait, and the next ones do so soon, until it is free", () => {
    const { call, group, valueOf, words } = openTable()
    const patience = () => group.connection().get<{ readonly timeout: number }>("pragma busy_timeout")!.timeout
    const held = Array.from({ length: 600 }, (_, n) => call("add", String(n)))
    const [other, later] = [new DatabaseSync(group.connection().database.location()!), call("add", "later")]
    assert.strictEqual(patience(), 5_000)
    group.connection().setPatience(1)
    other.exec("begin exclusive")
    group.take(held)
    // One wait is that of all: however many there are, none waits for the failure of others first.
    assert.isFalse(group.commit())
    for (const one of held) assert.deepInclude(valueOf(one), { kind: "unavailable", message: "database is locked" })
    assert.deepStrictEqual([words(), patience()], [[], 50])
    other.exec("rollback")
    other.close()
    group.take([later])
    group.commit()
    assert.deepStrictEqual([valueOf(later), words(), patience()], [1, ["later"], 5_000])
  })

  it("find the connection opened anew after the disk failed under it", () => {
    const { call, group, openedTimes, valueOf } = openTable()
    const before = call("add", "b")
    group.take([before, call("failOfDisk", null)])
    group.commit()
    // Not tried again on a connection that nobody should trust.
    assert.deepInclude(valueOf(before), { kind: "unavailable", message: "disk I/O error" })
    const next = call("add", "a")
    group.take([next])
    group.commit()
    assert.strictEqual(valueOf(next), 1)
    assert.strictEqual(openedTimes(), 2)
  })
})

/** Frames of 4 KiB: a tenth of what is usual. */
const checkpoints = { quietFrames: 100, busyFrames: 800 }

const logOf = (group: GroupCommit) =>
  group.connection().get<{ readonly log: number; readonly checkpointed: number }>("pragma wal_checkpoint(noop)")!

const long = (n: number) => `${n} ${"x".repeat(10_000)}`

describe("the log", () => {
  it("goes into the file in the quiet, and starts over", () => {
    const { call, group } = openTable({ checkpoints })
    for (let n = 0; n < 80; n++) {
      group.take([call("add", long(n))])
      group.commit()
    }
    assert.isBelow(logOf(group).log, 130)
  })

  it("waits while calls wait, up to a size", () => {
    let now = 0
    const { call, group } = openTable({ checkpoints, nowMillis: () => (now += 100) })
    group.take(Array.from({ length: 400 }, (_, n) => call("add", long(n))))
    let largest = 0
    let wasCopied = false
    while (group.commit()) {
      const { checkpointed, log } = logOf(group)
      largest = Math.max(largest, log - checkpointed)
      if (checkpointed > 0) wasCopied = true
    }
    assert.isTrue(wasCopied)
    assert.isAbove(largest, 700)
    assert.isAtMost(largest, 800)
  }, 30_000)

  it("grows while a reader holds on to it, and starts over afterwards", () => {
    const { call, group, words } = openTable({ checkpoints })
    group.take([call("add", "first")])
    group.commit()
    const reader = openReader(group.connection().database.location()!)
    const count = () => reader.get<{ readonly n: number }>("select count(*) as n from words")!.n
    reader.exec("begin")
    assert.strictEqual(count(), 1)
    for (let n = 0; n < 80; n++) {
      group.take([call("add", long(n))])
      group.commit()
    }
    assert.strictEqual(count(), 1)
    assert.isAbove(logOf(group).log, 300)
    reader.exec("commit")
    reader.close()
    assert.lengthOf(words(), 81)
    for (let n = 100; n < 180; n++) {
      group.take([call("add", long(n))])
      group.commit()
    }
    assert.isBelow(logOf(group).log, 130)
  })
})
