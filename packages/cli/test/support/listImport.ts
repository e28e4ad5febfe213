/** Imports of lists into an index in memory, as the command does them. */
import { writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { crc32, deflateRawSync } from "node:zlib"
import { BrandLists } from "@kittiwake/core/brands/BrandLists"
import { BrandStore } from "@kittiwake/core/brands/BrandStore"
import type { BrandEntry, BrandSymbol } from "@kittiwake/core/brands/domain/BrandEntry"
import type { BrandImport, BrandListName } from "@kittiwake/core/brands/domain/BrandImport"
import * as Memory from "@kittiwake/core/memory/Memory"
import { DomainNames } from "@kittiwake/core/sites/DomainNames"
import * as Names from "@kittiwake/fetch/DomainNames"
import { Effect, Layer, ManagedRuntime, Option } from "effect"
import { importList, openList } from "../../src/brandLists/importList.ts"
import { failed } from "../../src/CommandFailed.ts"
import { temporaryDirectory } from "./command.ts"

export interface Given {
  readonly list?: BrandListName
  readonly first?: number
  /** Parts after which it dies; every other death comes after the part was written, and before anybody heard of it. */
  readonly diesAfter?: number
}

/** An index that many imports share, and a folder for lists. */
export const openIndex = async () => {
  const directory = await temporaryDirectory()
  const runtime = ManagedRuntime.make(
    BrandLists.layer.pipe(Layer.provideMerge(Memory.layer), Layer.provideMerge(Names.layer))
  )

  const imported = (path: string, { diesAfter = Infinity, first, list }: Given = {}) =>
    runtime.runPromise(
      Effect.gen(function* () {
        const lists = yield* BrandLists
        const { registrable } = yield* DomainNames
        const choice = { path, name: basename(path), list: list ?? null, first: first ?? null, again: false }
        let parts = 0
        const takeBrands: typeof lists.take = (part) =>
          Effect.suspend(() => {
            parts += 1
            if (parts <= diesAfter) return lists.take(part)
            const dead = Effect.die(failed("It was killed."))
            return diesAfter % 2 === 0 ? dead : Effect.andThen(lists.take(part), dead)
          })
        const operator = {
          beginBrandImport: lists.begin,
          takeBrands: (part: Parameters<typeof lists.take>[0]) => Effect.orDie(takeBrands(part))
        }
        return yield* importList(operator, choice, yield* openList(choice, registrable), registrable, () => Effect.void)
      })
    )

  return {
    path: directory.path,

    /** Writes a list. */
    listFile: async (name: string, content: Buffer | string): Promise<string> => {
      const path = join(directory.path, name)
      await writeFile(path, content)
      return path
    },

    /** Imports a list. */
    imported,

    /** The same, for whoever wants to know what it came to. */
    taken: async (path: string, given: Given = {}): Promise<BrandImport> => (await imported(path, given)).state,

    /** Why it cannot be imported, in words; null when it can. */
    refusal: (path: string, given: Given = {}): Promise<string | null> =>
      imported(path, given).then(
        () => null,
        (error) => String(error instanceof Error ? error.message : error)
      ),

    lists: () => runtime.runPromise(BrandLists.use(({ imports }) => imports)),

    entryAt: (domain: string): Promise<BrandEntry | null> =>
      runtime.runPromise(
        Effect.map(
          BrandStore.use((store) => store.byDomain(domain)),
          Option.getOrNull
        )
      ),

    withSymbol: (symbol: BrandSymbol): Promise<ReadonlyArray<string>> =>
      runtime.runPromise(
        Effect.map(
          BrandStore.use((store) => store.bySymbol(symbol)),
          (found) => found.map(({ domain }) => domain)
        )
      ),

    close: async (): Promise<void> => {
      await runtime.dispose()
      await directory[Symbol.asyncDispose]()
    }
  }
}

const snak = (value: unknown) => ({ mainsnak: { datavalue: { value } }, rank: "normal" })

/** A line of a dump of Wikidata about a company that has a site. */
export const itemLine = (id: string, label: string, site: string, more: object = {}): string =>
  JSON.stringify({
    ...{ type: "item", id, labels: { en: { language: "en", value: label } }, aliases: {} },
    claims: { P856: [snak(site)], P452: [snak({ id: "Q1" })] },
    ...more
  })

/** An archive of one file, as lists of popularity come. */
export const zip = (name: string, content: string, isStored = false): Buffer => {
  const [packed, bytes] = [isStored ? Buffer.from(content) : deflateRawSync(content), Buffer.from(name)]
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(isStored ? 0 : 8, 8)
  header.writeUInt32LE(crc32(content), 14)
  header.writeUInt32LE(packed.length, 18)
  header.writeUInt16LE(bytes.length, 26)
  return Buffer.concat([header, bytes, packed, Buffer.from("PK\x01\x02 and whatever stands behind it", "latin1")])
}
