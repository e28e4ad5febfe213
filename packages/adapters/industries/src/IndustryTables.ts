/** Lists of industries from the files beside this one, which say where they are from in `tables/README.md`. */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import type { IndustryScheme } from "@kittiwake/core/industries/domain/IndustryScheme"
import type { IndustryTable } from "@kittiwake/core/industries/domain/IndustryTable"
import { IndustryTables } from "@kittiwake/core/industries/IndustryTables"
import { Effect, Layer } from "effect"

const files: { readonly [S in IndustryScheme]: string } = {
  naics_2022: "naics-2022",
  original_sic: "sic-1987",
  latest_sec: "sec-sic"
}

/** A list as its file has it. */
interface Kept {
  readonly groups: Readonly<Record<string, string>>
  readonly industries: ReadonlyArray<
    readonly [code: string, title: string, description: string, entries: ReadonlyArray<string>, office?: string]
  >
}

const unpack = promisify(gunzip)

const require = createRequire(import.meta.url)

/** The folder of the lists, by the name of the package, which leads here from the bundled command as well. */
const folder = (): string => join(dirname(require.resolve("@kittiwake/industries/IndustryTables")), "tables")

const read = async (scheme: IndustryScheme): Promise<IndustryTable> => {
  const packed = await readFile(join(folder(), `${files[scheme]}.json.gz`))
  const { groups, industries } = JSON.parse((await unpack(packed)).toString("utf8")) as Kept
  return {
    groups: new Map(Object.entries(groups)),
    industries: industries.map(([code, title, description, entries, office]) => ({
      code,
      title,
      description,
      entries,
      ...(office === undefined ? {} : { office })
    }))
  }
}

export const layer: Layer.Layer<IndustryTables> = Layer.succeed(
  IndustryTables,
  // The files are part of the package: one that cannot be read is a broken installation.
  IndustryTables.of({ read: (scheme) => Effect.promise(() => read(scheme)) })
)
