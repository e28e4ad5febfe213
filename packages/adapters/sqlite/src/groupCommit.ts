/**
 * Carries out calls so that those that wait together share a commit.
 *
 * **Model.** A call is a whole method of a store: synchronous code over the connection. Calls that have arrived are carried
 * out one after the other in one transaction and answered when it is on the disk. When one of them fails, all are undone and
 * carried out once more, each in a savepoint of its own: a call has no effect but on the database, so nobody can tell. Under
 * load a sync of the disk serves hundreds of calls; alone, a call waits for nobody.
 *
 * **Invariants**
 *
 * - No answer leaves before what it tells of is synced.
 * - A call that fails leaves nothing behind, and takes no other call with it.
 * - A call sees all that calls before it wrote.
 * - When the transaction fails as a whole (a full disk ends it), all its calls fail, and nothing of any is there.
 *
 * **When another program holds the file** for longer than a call waits, all calls that wait fail. Until one succeeds, the next
 * ones wait for a moment only: who asked is told soon, and no line grows.
 *
 * **When the connection cannot be trusted** (the disk failed under it) it is opened anew before the next transaction.
 */

import { type Connection, usualPatienceMillis } from "./Connection.ts"
import { type CheckpointLimits, makeCheckpoints } from "./checkpoints.ts"
import type { Answer, Call } from "./messages.ts"
import { type Failure, failureOf, isHeld, spoilsConnection } from "./sqliteFailure.ts"

/** The methods by their names. */
export type Methods = Readonly<Record<string, (db: Connection, input: never) => unknown>>

/** Calls that share a commit at most, and how long they may take together before what is done is committed. */
const most = { calls: 500, millis: 20 }

/** How long a call waits for a file that another program holds, and did when the call before it gave up. */
const shortPatienceMillis = 50

export interface GroupCommitOptions {
  readonly open: () => Connection
  readonly methods: Methods
  readonly answer: (answers: ReadonlyArray<Answer>) => void
  /** Milliseconds that only ever rise. */
  readonly nowMillis: () => number
  readonly checkpoints?: CheckpointLimits
}

/** What carries out calls. */
export interface GroupCommit {
  /** Takes in calls; they are carried out by the next `commit`. */
  readonly take: (calls: ReadonlyArray<Call>) => void
  /** Carries out some of the calls that wait and answers them; tells whether others still wait. */
  readonly commit: () => boolean
  readonly connection: () => Connection
  readonly close: () => void
}

const failed = (calls: ReadonlyArray<Call>, failure: Failure): ReadonlyArray<Answer> =>
  calls.map(({ id }) => ({ id, ok: false, failure }))

/** Carries out calls on a connection that `open` gives. */
export const makeGroupCommit = ({ answer, checkpoints, methods, nowMillis, open }: GroupCommitOptions): GroupCommit => {
  let db = open()
  let copying = makeCheckpoints(db, checkpoints)
  let isSpoiled = false
  let isImpatient = false
  let waiting: Array<Call> = []

  const reopen = () => {
    try {
      db.close()
    } catch {
      // A connection whose file is gone may not even close; the new one is what counts.
    }
    db = open()
    copying = makeCheckpoints(db, checkpoints)
    isSpoiled = false
    isImpatient = false
  }

  const beImpatient = (impatient: boolean) => {
    if (impatient === isImpatient) return
    isImpatient = impatient
    db.setPatience(impatient ? shortPatienceMillis : usualPatienceMillis)
  }

  const spoilt = (failure: Failure): Failure => {
    if (spoilsConnection(failure)) isSpoiled = true
    return failure
  }

  const carryOut = ({ operation, input }: Call): unknown => {
    const method = methods[operation]
    if (method === undefined) throw new Error(`there is no method ${operation}`)
    return method(db, input as never)
  }

  /** Carries out one call; throws when it failed. */
  const plainly = (call: Call): Answer => ({ id: call.id, ok: true, value: carryOut(call) })

  /** Carries out one call so that it alone fails; throws when it took the whole transaction with it. */
  const apart = (call: Call): Answer => {
    db.exec("savepoint call")
    try {
      const answer = plainly(call)
      db.exec("release call")
      return answer
    } catch (error) {
      if (!db.database.isTransaction) throw error
      db.exec("rollback to call; release call")
      return { id: call.id, ok: false, failure: spoilt(failureOf(error)) }
    }
  }

  /** Carries out calls from the first on, for as long as one transaction may take, and commits. */
  const transact = (carry: (call: Call) => Answer): ReadonlyArray<Answer> => {
    const until = nowMillis() + most.millis
    const answers: Array<Answer> = []
    db.exec("begin immediate")
    while (answers.length < waiting.length && answers.length < most.calls) {
      if (answers.length > 0 && nowMillis() >= until) break
      answers.push(carry(waiting[answers.length]!))
    }
    db.exec("commit")
    return answers
  }

  const undone = () => {
    if (db.database.isOpen && db.database.isTransaction) db.exec("rollback")
  }

  /** As most calls succeed, they are carried out without a savepoint each; when one fails, once more with. */
  const together = (): ReadonlyArray<Answer> => {
    if (isSpoiled) reopen()
    copying.beforeCommit()
    try {
      return transact(plainly)
    } catch (error) {
      undone()
      // Where the disk failed, nothing is to be tried on this connection again.
      if (failureOf(error).kind !== "bug") throw error
      return transact(apart)
    }
  }

  /** The calls that a transaction which failed as a whole would have held. */
  const attempted = () => waiting.slice(0, most.calls)

  const answered = (): ReadonlyArray<Answer> => {
    try {
      const answers = together()
      beImpatient(false)
      return answers
    } catch (error) {
      const failure = spoilt(failureOf(error))
      if (!isSpoiled) undone()
      if (!isHeld(failure)) return failed(attempted(), failure)
      beImpatient(true)
      return failed(waiting, failure)
    }
  }

  return {
    take: (calls) => {
      waiting.push(...calls)
    },
    commit: () => {
      if (waiting.length > 0) {
        const answers = answered()
        waiting = waiting.slice(answers.length)
        answer(answers)
      }
      if (!isSpoiled) {
        try {
          copying.afterCommit(waiting.length === 0)
        } catch (error) {
          // What is in the log is safe there; the next commit tries again.
          spoilt(failureOf(error))
        }
      }
      return waiting.length > 0
    },
    connection: () => db,
    close: () => db.close()
  }
}
