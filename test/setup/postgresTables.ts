/** A database that has its tables, which tests copy: to make them anew costs the server twice as much as a copy does. */
import { randomUUID } from "node:crypto"
import { migrate } from "@kittiwake/postgres/migrate"
import * as PgClient from "@kittiwake/postgres/PgClient"
import { Effect, Redacted } from "effect"
import pg from "pg"

const administer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Makes it on the server at `url`; nobody is connected to it afterwards. */
export const makePostgresTables = async (url: string) => {
  const name = `kittiwake_tables_${randomUUID().replaceAll("-", "")}`
  await administer(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  await Effect.runPromise(Effect.provide(migrate, PgClient.layer({ url: Redacted.make(own.href), poolSize: 1 })))
  return { name, stop: () => administer(url, `drop database if exists ${name} with (force)`) }
}
