/** Who is cut while others find no room. Observed: the connections of answers whose readers take as much as the test says. */
import { EventEmitter } from "node:events"
import type { ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Duration, Effect } from "effect"
import {
  bytesOnTheWay,
  cutWhenOthersWait,
  cutWhoReadsLeast,
  readingTime,
  waitsToBeWritten
} from "../src/slowReaders.ts"

const every = Duration.millis(1)

/** What a reader takes between two looks who is no slower than he may be. */
const enough = readingTime.bytesPerSecond / 1_000

/** An answer of which the system takes so many bytes between two looks; it waits behind others where it has no socket. */
class Answer extends EventEmitter {
  /** Of what was made of it, what the system has not taken. */
  writableLength = 1
  readonly socket: { readonly writableLength: number } | null
  #taken = 0
  looks = 0
  isCut = false
  req

  constructor(perLook: number | ((look: number) => number), isBehind = false) {
    super()
    const look = () => {
      this.#taken += typeof perLook === "number" ? perLook : perLook(this.looks)
      this.looks += 1
      return this.#taken
    }
    const destroy = () => {
      this.isCut = true
      // A socket tells in a later turn.
      setImmediate(() => this.emit("close"))
    }
    const waiting = { writableLength: 0 }
    this.socket = isBehind ? null : waiting
    this.req = {
      socket: {
        destroy,
        /** It is read at each look, once. */
        get bytesWritten() {
          return look()
        },
        ...waiting
      }
    }
  }
}

/** Answers on their way, whose owners hold as much of the memory as they take. */
const makeScene = (capacityBytes: number) => {
  const memory = new MemoryCounter({ capacityBytes })
  const send = (
    owner: string,
    bytes: number,
    answer: Answer,
    shared: { bytes: number; body?: Uint8Array } = { bytes }
  ) => {
    const lease = memory.open(owner)
    lease.keep(bytes)
    answer.once("close", lease.close)
    cutWhenOthersWait(memory, answer as unknown as ServerResponse, { owner, ...shared }, every)
    return answer
  }
  return { memory, send }
}

const until = (holds: () => boolean) =>
  Effect.callback<void>((resume) => {
    const look = () => (holds() ? resume(Effect.void) : void setImmediate(look))
    look()
  })

describe("while others find no room", () => {
  it.live("those are cut whose readers take too little, and those that wait behind others", () =>
    Effect.gen(function* () {
      const { send } = makeScene(100)
      const slow = send("a", 40, new Answer(enough / 2))
      const behind = send("b", 30, new Answer(0, true))
      const swift = send("c", 30, new Answer(enough))
      // What is free when both are gone is enough, and until then it is not.
      send("d", 50, new Answer(enough))
      yield* until(() => slow.isCut && behind.isCut)
      const { looks } = swift
      yield* until(() => swift.looks > looks + 5)
      assert.isFalse(swift.isCut)
    })
  )

  it.live(
    "all are cut who read the same too slowly, of which nothing is given back until the last of them is gone",
    () =>
      Effect.gen(function* () {
        const { memory, send } = makeScene(100)
        const body = new Uint8Array(40)
        const held = memory.open("a")
        held.keep(40)
        memory.open("b").keep(60)
        const together = Array.from({ length: 5 }, () => send("a", 0, new Answer(0), { bytes: 40, body }))
        yield* until(() => together.every(({ isCut }) => isCut))
        const looks = together.map((one) => one.looks)
        assert.isAtMost(Math.max(...looks) - Math.min(...looks), 1)
        held.close()
      })
  )

  it.live("nobody is cut for what somebody else reads on", () =>
    Effect.gen(function* () {
      const { memory, send } = makeScene(100)
      const body = new Uint8Array(40)
      memory.open("a").keep(40)
      memory.open("b").keep(60)
      const slow = send("a", 0, new Answer(0), { bytes: 40, body })
      const swift = send("a", 0, new Answer(2 * enough), { bytes: 40, body })
      yield* until(() => swift.looks > 30)
      assert.isFalse(slow.isCut)
      assert.isFalse(swift.isCut)
    })
  )

  it.live("those are not cut who read, though the system takes what they have room for in steps", () =>
    Effect.gen(function* () {
      const { memory, send } = makeScene(100)
      memory.open("b").keep(100)
      const inSteps = send("a", 50, new Answer((look) => (look % 10 === 0 ? 20 * enough : 0)))
      yield* until(() => inSteps.looks > 50)
      assert.isFalse(inSteps.isCut)
    })
  )

  it.live("no connection is cut whose answer has been read, and which is kept for the next", () =>
    Effect.gen(function* () {
      const { memory, send } = makeScene(100)
      const read = send("a", 50, new Answer(0))
      read.emit("close")
      memory.open("b").keep(100)
      const other = send("c", 30, new Answer(enough))
      yield* until(() => other.looks > 5)
      assert.isFalse(read.isCut)
    })
  )

  it.live("nobody is who had nothing to read for long, while his answer was made", () =>
    Effect.gen(function* () {
      const { memory, send } = makeScene(100)
      memory.open("b").keep(100)
      const made = new Answer((look) => (look < 50 ? 0 : 2 * enough))
      made.writableLength = 0
      send("a", 50, made)
      yield* until(() => made.looks > 50)
      made.writableLength = 1
      yield* until(() => made.isCut || made.looks > 80)
      assert.isFalse(made.isCut)
    })
  )

  it.live("those are cut of whose answers one lies, though nothing does of the last", () =>
    Effect.gen(function* () {
      const { memory, send } = makeScene(100)
      memory.open("b").keep(50)
      const lies = send("a", 50, new Answer(0))
      const last = new Answer(0)
      last.writableLength = 0
      last.req = lies.req
      send("a", 0, last)
      yield* until(() => lies.isCut || lies.looks > 50)
      assert.isTrue(lies.isCut)
    })
  )

  it.live("nobody is for what is made and was not written yet, but once it was", () =>
    Effect.gen(function* () {
      const { memory, send } = makeScene(100)
      memory.open("b").keep(50)
      const first = new Answer(0)
      first.writableLength = 0
      const asResponse = first as unknown as ServerResponse
      waitsToBeWritten(asResponse, true)
      send("a", 25, first)
      const behind = new Answer(0, true)
      behind.req = first.req
      send("a", 25, behind)
      yield* until(() => first.isCut || first.looks > 50)
      assert.isFalse(first.isCut)
      waitsToBeWritten(asResponse, false)
      first.writableLength = 1
      yield* until(() => first.isCut)
    })
  )

  it.live("those who hold most give room until they hold no more than others", () =>
    Effect.gen(function* () {
      const { memory, send } = makeScene(1_000)
      const answersOf = (owner: string, count: number) =>
        Array.from({ length: count }, () => send(owner, 10, new Answer(0)))
      const [ofMany, ofFew] = [answersOf("many", 52), answersOf("few", 48)]
      yield* until(() => memory.usedBytes <= 875)
      const left = (answers: ReadonlyArray<Answer>) => answers.filter(({ isCut }) => !isCut).length
      assert.deepStrictEqual([left(ofMany) + left(ofFew), Math.abs(left(ofMany) - left(ofFew))], [87, 1])
    })
  )
})

describe("where one owner's readers leave no room for another of them", () => {
  const ofBytes = (least: number) => (givenBack: number) => givenBack >= least

  it.live("those are cut who took least lately, of these who holds most, and no more of them than needed", () =>
    Effect.gen(function* () {
      const { memory, send } = makeScene(10_000)
      const reads = send("", 90, new Answer(2 * enough))
      const slow = send("", 50, new Answer(10))
      const [little, much] = [send("", 10, new Answer(0)), send("", 40, new Answer(0))]
      const other = send("somebody", 90, new Answer(0))
      assert.isFalse(cutWhoReadsLeast(memory, "", ofBytes(1)), "nobody is known yet")
      yield* until(() => [reads, slow, little, much, other].every(({ looks }) => looks > 5))
      assert.isFalse(cutWhoReadsLeast(memory, "", ofBytes(101)), "not enough")
      assert.isFalse([reads, slow, little, much, other].some(({ isCut }) => isCut))
      assert.isTrue(cutWhoReadsLeast(memory, "", ofBytes(30)))
      assert.deepStrictEqual(
        [much, little, slow, reads, other].map(({ isCut }) => isCut),
        [true, false, false, false, false]
      )
    })
  )

  it.live("nobody is who was looked at once: how he reads is not known", () =>
    Effect.gen(function* () {
      const memory = new MemoryCounter({ capacityBytes: 10_000 })
      const answer = new Answer(0)
      const reading = { owner: "", bytes: 40 }
      cutWhenOthersWait(memory, answer as unknown as ServerResponse, reading, Duration.millis(200))
      yield* until(() => answer.looks === 1)
      assert.isFalse(cutWhoReadsLeast(memory, "", ofBytes(1)))
      assert.isFalse(answer.isCut)
      answer.emit("close")
    })
  )

  it.live("nothing is given back with one of those who read the same", () =>
    Effect.gen(function* () {
      const { memory, send } = makeScene(10_000)
      const body = new Uint8Array(40)
      const together = [1, 2].map(() => send("", 0, new Answer(0), { bytes: 40, body }))
      yield* until(() => together.every(({ looks }) => looks > 5))
      assert.isFalse(cutWhoReadsLeast(memory, "", ofBytes(40)))
    })
  )

  it.live("what is on the way to a reader is that of his address, or of his connection where many have it", () =>
    Effect.gen(function* () {
      const { memory, send } = makeScene(10_000)
      const from = (remoteAddress: string, bytes: number) => {
        const answer = new Answer(enough)
        Object.assign(answer.req.socket, { remoteAddress })
        return send("", bytes, answer) as unknown as ServerResponse
      }
      const [first] = [from("203.0.113.7", 10), from("203.0.113.7", 20), from("203.0.113.8", 40)]
      const [proxied] = [from("127.0.0.1", 80), from("127.0.0.1", 160)]
      assert.strictEqual(bytesOnTheWay(memory, first!, ""), 30)
      assert.strictEqual(bytesOnTheWay(memory, proxied!, ""), 80)
      assert.strictEqual(bytesOnTheWay(memory, first!, "somebody"), 0)
      yield* Effect.void
    })
  )
})
