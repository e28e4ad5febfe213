/** Connections to Postgres that prepare a statement once and repeat it. */
import pg from "pg"

/** A statement, prepared under its name. */
export interface Named {
  readonly name: string
  readonly text: string
}

export interface Session {
  readonly query: <Row>(statement: Named | string, params?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>
  readonly end: () => Promise<void>
}

const openSession = async (url: string): Promise<Session> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    query: async (statement, params = []) =>
      (
        await client.query({
          ...(typeof statement === "string" ? { text: statement } : statement),
          values: [...params]
        })
      ).rows,
    end: () => client.end()
  }
}

/** So many connections to the database at `url`. */
export const openSessions = (url: string, count: number): Promise<ReadonlyArray<Session>> =>
  Promise.all(Array.from({ length: count }, () => openSession(url)))

export const endSessions = async (sessions: ReadonlyArray<Session>): Promise<void> => {
  for (const session of sessions.toReversed()) await session.end()
}

/** Has each session claim and record until it finds nothing; tells how much they did together. */
export const drain = async <Claim>(
  sessions: ReadonlyArray<Session>,
  claim: (session: Session) => Promise<ReadonlyArray<Claim>>,
  record: (session: Session, claims: ReadonlyArray<Claim>) => Promise<unknown>
): Promise<number> => {
  let done = 0
  const lane = async (session: Session) => {
    for (;;) {
      const claims = await claim(session)
      if (claims.length === 0) return
      await record(session, claims)
      done += claims.length
    }
  }
  await Promise.all(sessions.map(lane))
  return done
}
