/**
 * Builds every published package: JavaScript, declarations, and a manifest that points at them. No source maps and no
 * sources: they were half of what was installed, and the JavaScript is the sources without their types.
 */
import { existsSync, globSync } from "node:fs"
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { buildDashboard, builtFolder } from "../dashboard/buildDashboard.ts"
import { run } from "../run.ts"
import { entriesOf, type Package, publishedBin, publishedPackages, root } from "../workspace.ts"
import { carry } from "./carry.ts"
import { carryMade } from "./carryMade.ts"
import { publishedManifest } from "./manifest.ts"
import { asListed, inPlace, misledEntries, placesOf, published } from "./places.ts"

/** The compiler's output, placed under `to` as `<folder of the package>/src/…`. */
export const emit = async (to: string, flags: ReadonlyArray<string> = []): Promise<void> => {
  const { code, output } = await run("tsc", ["-p", "tsconfig.build.json", "--outDir", join(to, "packages"), ...flags])
  if (code !== 0) throw new Error(output)
  const named = asListed(publishedPackages().map(({ manifest }) => manifest))
  for (const file of globSync("packages/**/*.d.ts", { cwd: to })) {
    const path = join(to, file)
    const text = await readFile(path, "utf8")
    const listed = named(text)
    if (listed !== text) await writeFile(path, listed)
  }
}

/** Declarations keep `.ts` in their imports, which tools other than tsc do not follow. */
const withJsImports = (text: string) => text.replace(/((?:from |import\()"\.{1,2}\/[^"]*)\.ts"/g, '$1.js"')

/** A worker's program is named by a URL, which the compiler does not rewrite. */
const withJsWorkers = (text: string) =>
  text.replace(/(new URL\("\.{1,2}\/[^"]*)\.ts"(?=, import\.meta\.url\))/g, '$1.js"')

const rewritten = (file: string, text: string): string =>
  file.endsWith(".d.ts") ? withJsImports(text) : withJsWorkers(text)

/** An emitted file without its ending. */
const stemOf = (file: string) => file.replace(/(?:\.d\.ts|\.js)$/, "")

const readme = ({ description, name }: Package["manifest"]) => `# ${name}\n\n${description}\n\nPart of Kittiwake.\n`

/** The documentation, which one package answers questions from. */
const carryDocs = async (to: string): Promise<void> => {
  const pages = globSync("docs/**/*.md", { cwd: root })
  for (const page of pages.filter((path) => !/^docs[\\/](?:decisions|reference[\\/]api)[\\/]/.test(path))) {
    await cp(join(root, page), join(to, page))
  }
}

/** The dashboard as browsers load it, built anew where it is not what the sources say. */
const carryDashboard = async (to: string): Promise<void> => {
  await buildDashboard()
  await cp(builtFolder, join(to, "built"), { recursive: true })
}

/** Entries and programs that the manifest promises and the sources do not hold. */
const brokenPromises = ({ manifest }: Package, to: string): ReadonlyArray<string> =>
  [...Object.values(entriesOf(manifest)), ...Object.values(publishedBin(manifest))]
    .filter((path) => !path.includes("*"))
    .filter((path) => !existsSync(join(to, published(manifest, path).replace(/\.ts$/, ".js"))))

const buildPackage = async (one: Package, emitted: string, to: string): Promise<void> => {
  const from = join(root, one.folder)
  await rm(to, { recursive: true, force: true })
  await mkdir(to, { recursive: true })

  const output = join(emitted, one.folder, "src")
  const misled = misledEntries(one.manifest)
  if (misled.length > 0) throw new Error(misled.join("\n"))
  const place = placesOf(one.manifest)
  const files = globSync("**/*.*", { cwd: output }).map((file) => file.replaceAll("\\", "/"))
  const modules = new Set(files.map(stemOf))
  for (const file of files) {
    const module = stemOf(file)
    const target = join(to, `${place(module)}${file.slice(module.length)}`)
    await mkdir(dirname(target), { recursive: true })
    const text = rewritten(file, await readFile(join(output, file), "utf8"))
    await writeFile(
      target,
      inPlace(text, module, place, (named) => modules.has(named))
    )
  }

  const assets = globSync("src/**/*.*", { cwd: from }).filter((file) => !/\.tsx?$/.test(file))
  for (const file of assets) await cp(join(from, file), join(to, relative("src", file)))

  if (one.manifest.name === "@kittiwake/mcp") await carryDocs(to)
  if (one.manifest.name === "@kittiwake/dashboard") await carryDashboard(to)
  const dependencies = await carryMade(to, await carry(to, one.manifest.dependencies ?? {}))
  const manifest = publishedManifest({ ...one.manifest, dependencies })
  await writeFile(join(to, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`)
  await cp(join(root, "LICENSE"), join(to, "LICENSE"))
  const own = join(from, "README.md")
  await writeFile(join(to, "README.md"), existsSync(own) ? await readFile(own, "utf8") : readme(one.manifest))
  const broken = brokenPromises(one, to)
  if (broken.length > 0) throw new Error(`${one.folder}/package.json names ${broken.join(", ")}, which does not exist`)
  for (const bin of Object.values(publishedBin(one.manifest))) {
    const program = join(to, published(one.manifest, bin).replace(/\.ts$/, ".js"))
    if (!(await readFile(program, "utf8")).startsWith("#!"))
      throw new Error(`${one.folder}: ${bin} has no shebang line`)
    await chmod(program, 0o755)
  }
}

/** Builds all packages, each into the folder that `to` names for it, and answers with those folders; `tell` hears of what begins. */
export const buildPackages = async (
  to: (one: Package) => string,
  tell: (what: string) => void = () => undefined
): Promise<ReadonlyArray<string>> => {
  const emitted = await mkdtemp(join(tmpdir(), "kittiwake-build-"))
  try {
    const packages = publishedPackages()
    tell(`compiling ${packages.length} packages`)
    await emit(emitted)
    await Promise.all(
      packages.map((one) => {
        tell(`building ${one.folder}`)
        return buildPackage(one, emitted, to(one))
      })
    )
    return packages.map(to)
  } finally {
    await rm(emitted, { recursive: true, force: true })
  }
}
