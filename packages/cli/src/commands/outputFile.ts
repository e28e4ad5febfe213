/** Where `--output` leads. */
import { constants } from "node:fs"
import { lstat, mkdir, open, stat, writeFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { Effect } from "effect"
import { type CommandFailed, failed, wrongUsage } from "../CommandFailed.ts"
import { fileProblem } from "./fileProblem.ts"

const cannotWrite = (path: string) => (cause: unknown) => failed(`Cannot write ${path}: ${fileProblem(cause)}.`)

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false
  )

/** The path of the file that `--output` names, told to be wrong before anything is fetched for it. */
export const outputFile = Effect.fnUntraced(function* (named: string, example: string) {
  const path = resolve(named)
  if (yield* Effect.promise(() => isFolder(path))) {
    return yield* wrongUsage(`--output is ${path}, a folder: name a file, such as ${join(path, example)}.`)
  }
  if (!(yield* Effect.promise(() => isFolder(dirname(path))))) {
    return yield* wrongUsage(`--output is ${path}: there is no folder ${dirname(path)}.`)
  }
  return path
})

/** Writes a file, in place of one that is there. */
export const writeOutput = (path: string, content: string | Uint8Array): Effect.Effect<void, CommandFailed> =>
  Effect.tryPromise({ try: () => writeFile(path, content), catch: cannotWrite(path) })

const alreadyThere = (cause: NodeJS.ErrnoException) => {
  if (cause.code !== "EEXIST") throw cause
}

const writeBelow = async (directory: string, name: string, content: string): Promise<void> => {
  await mkdir(directory, { recursive: true })
  let folder = directory
  const [, ...above] = dirname(join("/", name)).split("/")
  for (const step of above.filter((part) => part !== "")) {
    folder = join(folder, step)
    await mkdir(folder).catch(alreadyThere)
    // A link may lead anywhere, whoever made it.
    if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} is no directory`)
  }
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0)
  const file = await open(join(directory, name), flags, 0o666)
  try {
    await file.writeFile(content)
  } finally {
    await file.close()
  }
}

/** Writes a file below a directory, and makes the folders that lead there. No link is followed on the way. */
export const writeOutputBelow = (
  directory: string,
  name: string,
  content: string
): Effect.Effect<void, CommandFailed> =>
  Effect.tryPromise({
    try: () => writeBelow(directory, name, content),
    catch: cannotWrite(join(directory, name))
  })
