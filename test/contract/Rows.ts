/** The rows of a table of the contract, each of which some test must hold. */
import { assert, it } from "@effect/vitest"
import type { TestInstallationOptions } from "@kittiwake/core/testing/TestInstallation"
import { type Server, withServer } from "./Server.ts"

/** What rows may wait for. */
export type Awaited = "a page whose reading fails in the scripted web"

export interface Rows<Row extends string> {
  /** A test that holds these rows, against a server of its own. */
  readonly hold: (
    rows: ReadonlyArray<Row>,
    promise: string,
    test: (server: Server) => Promise<void>,
    options?: TestInstallationOptions
  ) => void
  /** Rows that nothing is built for yet (docs/gaps.md), and what has to come first. */
  readonly await: (rows: ReadonlyArray<Row>, what: Awaited) => void
  /** A test that every row is held or awaited, and none both. */
  readonly complete: () => void
}

/** A table of contract/monitors.md: its section and its rows, by their first cell. */
export const rowsOf = <const Row extends string>(section: string, all: ReadonlyArray<Row>): Rows<Row> => {
  const held = new Set<Row>()
  const awaited = new Set<Row>()
  const name = (rows: ReadonlyArray<Row>) => `${section} ${rows.join(", ")}`
  return {
    hold: (rows, promise, test, options) => {
      for (const row of rows) held.add(row)
      it(`${name(rows)}: ${promise}`, withServer(test, options))
    },
    await: (rows) => {
      for (const row of rows) awaited.add(row)
    },
    complete: () =>
      it(`${section}: every row is held`, () => {
        assert.deepStrictEqual([...new Set(all)], all, "a row stands twice")
        const open = all.filter((row) => !held.has(row) && !awaited.has(row))
        assert.deepStrictEqual(open, [], "rows that no test holds")
        assert.deepStrictEqual(
          [...awaited].filter((row) => held.has(row)),
          [],
          "rows that are awaited and held"
        )
      })
  }
}
