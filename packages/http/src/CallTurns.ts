/**
 * Lets what one organization reads of what is stored begin in turns where it is large, and what it writes, so that a crowd of such calls holds
 * the thread, and the connections of the storage, for nobody else.
 *
 * **Model.** A call that only reads what is stored takes the thread between its rows and its answer: some milliseconds where it is large. Sixty that
 * begin together have their rows in the same turns of the event loop, and Node accepts one connection in each turn: whoever comes on
 * a new one waits for all who came before. So of what may be large a few begin at a time, and the place of one goes on once the loop has turned
 * for others.
 *
 * **Invariants**
 *
 * - By one operation no more reads of an organization are under way than `readLimits` says: `large` where they may be large, else `small`.
 * - They may be large until the operation has answered this organization with little, and for a minute after it answered with much.
 * - Nor are more writes under way than `writeLimits` says: of many that change one thing each time one succeeds, and all others read and decide anew.
 * - Of what waits nothing is read, and nobody waits for another organization, nor for another operation.
 */
import { TooBusy } from "@kittiwake/core/web/errors"
import { Duration, Effect, Option } from "effect"

export const readLimits = {
  /** Reads of an organization that are under way at once by one operation: more than begin in one turn of the loop. */
  small: 64,
  /** Where they may be large: while some are in the storage, an answer is made of another. */
  large: 4,
  /** An answer from this size on is large: of the shortest values, such as empty lists, it takes four milliseconds, and of others half of one. */
  largeBytes: 48 * 1024,
  largeForMillis: 60_000,
  /** Organizations of which is known what they read; who was seen first is forgotten first, and begins anew. */
  readers: 2_000
}

const writesAtOnce = 8

/** The same of writes, large or small. */
export const writeLimits: typeof readLimits = { ...readLimits, small: writesAtOnce, large: writesAtOnce }

/** Calls back when others had the thread. */
export type Rest = (over: () => void) => void

/** In as many turns of the loop as many connections are accepted, and on a loop that has nothing to do they take less than a millisecond. */
const restTurns = 64

/** A loop whose turns are long serves others in each of them. */
const restMillis = 250

const restOfTurns: Rest = (over) => {
  const until = performance.now() + restMillis
  let turns = 0
  const turn = () => {
    turns += 1
    if (turns < restTurns && performance.now() < until) setImmediate(turn)
    else over()
  }
  setImmediate(turn)
}

/** A turn of a read, to be left in any case. */
export interface CallTurn {
  readonly hasBegun: boolean
  /** Calls back when it is its turn; at once where it has begun. */
  readonly whenBegun: (begin: () => void) => void
  /** Ends it; it may be called again. `answeredBytes` is null where nothing was read. */
  readonly leave: (answeredBytes: number | null) => void
}

/** What an organization reads by one operation. */
class Line {
  readonly #limits: typeof readLimits
  readonly #rest: Rest
  readonly #waiting = new Set<Turn>()
  #underWay = 0
  #largeUntilMillis = Number.POSITIVE_INFINITY

  constructor(limits: typeof readLimits, rest: Rest) {
    this.#limits = limits
    this.#rest = rest
  }

  #hasPlace({ askedAtMillis }: Turn): boolean {
    const { large, small } = this.#limits
    return this.#underWay < (this.#largeUntilMillis > askedAtMillis ? large : small)
  }

  /** Lets a turn begin, or wait for a place. */
  enter(turn: Turn): void {
    if (!this.#hasPlace(turn)) this.#waiting.add(turn)
    else {
      this.#underWay += 1
      turn.begin()
    }
  }

  /** Takes back a turn that has not begun. */
  leave(turn: Turn): void {
    this.#waiting.delete(turn)
  }

  /** Ends a turn that has begun. */
  end({ askedAtMillis }: Turn, answeredBytes: number | null): void {
    const { largeBytes, largeForMillis } = this.#limits
    const isLarge = answeredBytes !== null && answeredBytes >= largeBytes
    if (isLarge) this.#largeUntilMillis = askedAtMillis + largeForMillis
    else if (answeredBytes !== null && this.#largeUntilMillis === Number.POSITIVE_INFINITY) this.#largeUntilMillis = 0
    if (isLarge) this.#rest(() => this.#release())
    else this.#release()
  }

  /** Gives back a place, and lets those begin who wait for one. */
  #release(): void {
    this.#underWay -= 1
    for (const turn of this.#waiting) {
      if (!this.#hasPlace(turn)) return
      this.#waiting.delete(turn)
      this.#underWay += 1
      turn.begin()
    }
  }
}

class Turn implements CallTurn {
  readonly askedAtMillis: number
  readonly #line: Line
  #hasBegun = false
  #isLeft = false
  #listener: (() => void) | null = null

  constructor(line: Line, askedAtMillis: number) {
    this.#line = line
    this.askedAtMillis = askedAtMillis
  }

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  whenBegun(begin: () => void): void {
    if (this.#hasBegun) begin()
    else this.#listener = begin
  }

  begin(): void {
    this.#hasBegun = true
    this.#listener?.()
  }

  leave(answeredBytes: number | null): void {
    if (this.#isLeft) return
    this.#isLeft = true
    if (this.#hasBegun) this.#line.end(this, answeredBytes)
    else this.#line.leave(this)
  }
}

/** The turns of all organizations. */
export class CallTurns {
  readonly #limits: typeof readLimits
  readonly #rest: Rest
  /** Their lines, by operation. */
  readonly #readers = new Map<string, Map<object, Line>>()

  constructor(limits = readLimits, rest: Rest = restOfTurns) {
    this.#limits = limits
    this.#rest = rest
  }

  /** Asks for a turn at reading by `operation`, which is known by its identity. */
  ask(owner: string, operation: object, nowMillis: number): CallTurn {
    const lines = this.#linesOf(owner)
    let line = lines.get(operation)
    if (line === undefined) {
      line = new Line(this.#limits, this.#rest)
      lines.set(operation, line)
    }
    const turn = new Turn(line, nowMillis)
    line.enter(turn)
    return turn
  }

  #linesOf(owner: string): Map<object, Line> {
    const known = this.#readers.get(owner)
    if (known !== undefined) return known
    for (const oldest of this.#readers.keys()) {
      if (this.#readers.size < this.#limits.readers) break
      this.#readers.delete(oldest)
    }
    const lines = new Map<object, Line>()
    this.#readers.set(owner, lines)
    return lines
  }
}

/** How long a read waits for its turn. */
export const readWaits = Duration.seconds(30)

const waitsTooLong = new TooBusy({ message: "Your organization sends many such calls at once. Try again." })

/** Waits until it is the turn, and fails where that takes too long. */
export const untilBegun = (turn: CallTurn): Effect.Effect<void, TooBusy> =>
  // Who is called back would else read and answer within the call of who left, and within it the next.
  Effect.callback<void>((resume) => turn.whenBegun(() => resume(Effect.yieldNow))).pipe(
    Effect.timeoutOption(readWaits),
    Effect.flatMap((begun) => (Option.isSome(begun) ? Effect.void : Effect.fail(waitsTooLong)))
  )
