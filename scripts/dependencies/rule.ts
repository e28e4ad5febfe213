/** Holds source files against the dependency table, and against the services that own time and chance. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ours, root } from "../workspace.ts"
import { readModule } from "./readModule.ts"
import { rowOf } from "./table.ts"
import { describe, manifestAt, packageFolderOf, publicNameOf, type Target, targetsOf } from "./target.ts"

/** A place where a file knows what it should not, in a form that an editor can open. */
export interface Violation {
  readonly path: string
  readonly line: number
  readonly message: string
}

/**
 * Product files that may read what Effect's services own, each with its reason.
 *
 * This list is a seam: whoever adds to it says why a test can still move time.
 */
export const ambientSeams: Readonly<Record<string, ReadonlyArray<string>>> = {
  // Both give what is kept a clock that nobody sets.
  "packages/adapters/children/src/ChildPool.ts": ["Pool.makeWithTTL"],
  "packages/core/src/passedCache.ts": ["Cache.makeWith", "Effect.cachedWithTTL"],
  // The end of a turn of the event loop, which is no time that a test could pass.
  "packages/adapters/documents/src/pdf/InflateBudget.ts": ["setImmediate"],
  "packages/adapters/playwright/src/devtools/inTurns.ts": ["setImmediate"],
  "packages/adapters/sqlite/src/Thread.ts": ["setImmediate"],
  "packages/http/src/closeInTurns.ts": ["setImmediate"],
  // And how much of one was used up, of which a test gives none.
  "packages/http/src/BatchedResponse.ts": ["setImmediate", "performance"],
  "packages/http/src/inTurns.ts": ["setImmediate", "performance"],
  "packages/http/src/CallTurns.ts": ["setImmediate", "performance"],
  "packages/http/src/takeBeforeClosing.ts": ["setImmediate", "performance"],
  "packages/http/src/unfinishedHeads.ts": ["setImmediate", "performance"],
  // Beside a socket there is no fiber. A test says itself how long is waited, and waits for the socket.
  "packages/http/src/slowReaders.ts": ["setTimeout"],
  "packages/adapters/fetch/src/BoundedHandshake.ts": ["setTimeout"],
  "packages/adapters/fetch/src/exchange.ts": ["setTimeout"]
}

/** Where addresses of strangers come in. What its user or its operator types is read at the command line, in the dashboard and in tests. */
const readsStrangers = (path: string): boolean =>
  /^packages\/(?:adapters\/[^/]+|core|http|mcp)\/src\//.test(path) &&
  !path.startsWith("packages/core/src/testing/") &&
  path !== "packages/core/src/security/domain/parseUrl.ts"

const undeclared = (path: string, target: Target): string | undefined => {
  const folder = packageFolderOf(path)
  if (folder === undefined || !path.startsWith(`${folder}/src/`)) return undefined
  const name =
    target.kind === "npm"
      ? target.package
      : target.kind === "file" && target.byName
        ? manifestAt(packageFolderOf(target.path) ?? "")?.name
        : undefined
  const manifest = manifestAt(folder)
  if (name === undefined || manifest === undefined || name === manifest.name) return undefined
  const declared = [manifest.dependencies, manifest.peerDependencies, manifest.optionalDependencies, manifest.imports]
  return declared.some((one) => one !== undefined && name in (one as object))
    ? undefined
    : `${manifest.name} imports ${name} and does not declare it in its package.json`
}

/** Sources name what is another package's. What is never published may say a path, of what has no public name. */
const trespass = (path: string, target: Target): string | undefined => {
  if (target.kind !== "file" || target.byName) return undefined
  const folder = packageFolderOf(path)
  const other = packageFolderOf(target.path)
  if (other === undefined || other === folder) return undefined
  const isSource = folder !== undefined && path.startsWith(`${folder}/src/`)
  const name = publicNameOf(target.path)
  return isSource || name !== undefined
    ? `reaches into another package by path: import ${name ?? target.path} by its published name`
    : undefined
}

/** What is wrong with one file, whether or not it exists on disk. */
export const violationsIn = (path: string, source: string): ReadonlyArray<Violation> => {
  const row = rowOf(path)
  if (row === undefined) {
    return [{ path, line: 1, message: "no row of scripts/dependencies/table.ts names this folder" }]
  }
  const { ambientReads, imports, normalizing, parsingUrls } = readModule(path, source)
  const found: Array<Violation> = []
  for (const one of imports) {
    for (const target of targetsOf(path, one)) {
      if (!row.may.some((allows) => allows(target, path))) {
        found.push({ path, line: one.line, message: `may not import ${describe(target)} (row: ${row.folder})` })
      }
      for (const message of [undeclared(path, target), trespass(path, target)]) {
        if (message !== undefined) found.push({ path, line: one.line, message })
      }
    }
  }
  if (row.product) {
    for (const { line, name } of ambientReads) {
      if (ambientSeams[path]?.includes(name) === true) continue
      found.push({ path, line, message: `reads ${name}; time, chance and the network come from services` })
    }
    for (const line of normalizing) {
      const message =
        "calls String.normalize; `normalized` of core/paging/domain cuts what makes it take the square of a text"
      found.push({ path, line, message })
    }
  }
  if (readsStrangers(path)) {
    for (const line of parsingUrls) {
      found.push({
        path,
        line,
        message: "parses an address by itself; `parseUrl` of core/security/domain bounds its length"
      })
    }
  }
  return found
}

/** Every source file the rule is about, from the root. */
export const sourceFiles = (): ReadonlyArray<string> =>
  ours(["{packages,examples,test,scripts,bench}/**/*.{ts,tsx,mts}", "*.ts"]).filter((path) => !path.endsWith(".d.ts"))

/** What is wrong in the whole tree. */
export const violationsInTree = (): ReadonlyArray<Violation> =>
  sourceFiles().flatMap((path) => violationsIn(path, readFileSync(join(root, path), "utf8")))
