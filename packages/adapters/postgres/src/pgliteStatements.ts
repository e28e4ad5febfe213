/** Runs statements on PGlite, each prepared once: parsing and planning cost more than most of them take to run. */
import { type PGlite, parse, protocol, type Results } from "@electric-sql/pglite"

const { serialize } = protocol

/** Texts that are kept prepared at most; the stores have fewer than a hundred. */
const maxPrepared = 200

/**
 * How often a statement runs before it is prepared anew. Its plan was made for tables as they were then; a server hears
 * of their growth from a background process that PGlite has not.
 */
const usesOfPlan = 300

interface Prepared {
  readonly name: string
  readonly parameterTypes: ReadonlyArray<number>
  uses: number
}

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** A function that runs a statement with its parameters. */
export const preparedStatements = (database: PGlite) => {
  const known = new Map<string, Prepared>()
  let made = 0

  const prepare = async (text: string): Promise<Prepared> => {
    made += 1
    const name = `statement_${made}`
    const { messages } = await database.execProtocol(
      joined([serialize.parse({ name, text }), serialize.describe({ type: "S", name }), serialize.sync()])
    )
    return { name, parameterTypes: parse.parseDescribeStatementResults(messages), uses: 0 }
  }

  const forget = async (text: string, { name }: Prepared) => {
    known.delete(text)
    await database.execProtocol(joined([serialize.close({ type: "S", name }), serialize.sync()]))
  }

  const statementFor = async (text: string): Promise<Prepared> => {
    const found = known.get(text)
    if (found !== undefined && found.uses < usesOfPlan) return found
    if (found !== undefined) await forget(text, found)
    for (const [oldest, statement] of known) {
      if (known.size < maxPrepared) break
      await forget(oldest, statement)
    }
    const prepared = await prepare(text)
    known.set(text, prepared)
    return prepared
  }

  return async (text: string, params: ReadonlyArray<unknown>): Promise<Results | undefined> => {
    const statement = await statementFor(text)
    statement.uses += 1
    const values = params.map((value, index) => {
      // Bytes go as they are: as text they would be spelled out digit by digit.
      if (value === null || value instanceof Uint8Array) return value
      const toText = database.serializers[statement.parameterTypes[index] ?? 0]
      return toText === undefined ? String(value) : toText(value)
    })
    const { messages } = await database.execProtocol(
      joined([
        serialize.bind({ statement: statement.name, values }),
        serialize.describe({ type: "P" }),
        serialize.execute({}),
        serialize.sync()
      ])
    )
    return parse.parseResults(messages, database.parsers)[0]
  }
}
