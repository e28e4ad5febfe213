/**
 * The public surface of one package as a page: for each public entry the names it exports, with their signatures.
 *
 * **Details**
 *
 * - A name that an entry exports on from another entry is shown where it is declared, and named here.
 * - A type that a signature names and that nobody can import is part of the surface all the same. It stands at the end,
 *   with a digest that covers what it is made of.
 */
import { posix } from "node:path"
import { childrenOf, type Declarations, declarationsIn, type Elsewhere, type Node, nameOf } from "./declarations.ts"
import { cut, digestOf, longest, signaturesOf } from "./signature.ts"

/** What is reported: public entries such as `@kittiwake/core/bind`, each with its file, and how to read a file. */
export interface Surface {
  readonly name: string
  readonly entries: ReadonlyMap<string, string>
  /** What of it this page is about, in a few words, and which entries; everything unless given. */
  readonly part?: {
    readonly title: string
    readonly has: (entry: string) => boolean
    /** The page that says how signatures are written; this one unless given. */
    readonly words?: string
  }
  /** Entries for packages of ours, which are named and not shown. */
  readonly internal: ReadonlyArray<string>
  /** The declarations of a source file, by its path. */
  readonly read: (file: string) => string
}

/** A declared name in one of the package's files. */
interface Place {
  readonly file: string
  readonly name: string
}

const head = (name: string, title: string) => `# The public surface of ${name}${title}

Written by \`npm run check -- --fix\` from the sources; read the diff, do not edit the page. Each entry is what can be imported,
as \`${name}/…\`, with the names it exports; it stands below its folder.`

const words = `To be read, the signatures leave out what goes without saying: properties and arrays are read-only unless they are called
\`mutable\`; functions are written like methods, and what they take apart goes by its type; what is called like its type is said
once (\`monitorId\` is \`monitorId: MonitorId\`); \`Effect.Effect\` is \`Effect\`, \`DateTime.Utc\` is \`Utc\`, and in a schema a \`Struct\` is its fields and \`Literals\` are a union;
\`Stored<A, E>\` is \`Effect<A, E | StoreUnavailable>\`. \`service\` and \`error\` are classes, and \`schema\` is a value with the type of what it
decodes to. A line is cut after ${longest.written} characters, an inferred type after ${longest.inferred}, and what is named here and
exported nowhere as well; it then says a digest of the whole.`

const key = ({ file, name }: Place) => `${file}#${name}`

const keysOf = (place: Place | undefined) => (place === undefined ? [] : [key(place)])

/** The page. It throws when an entry leads nowhere. */
export const surfacePage = ({ entries, internal, name, part, read }: Surface): string => {
  const known = new Map<string, Declarations>()
  const declarationsOf = (file: string): Declarations => {
    const before = known.get(file)
    if (before !== undefined) return before
    const found = declarationsIn(file.replace(/\.ts$/, ".d.ts"), read(file))
    known.set(file, found)
    return found
  }
  const publicFiles = new Map([...entries].map(([entry, file]) => [file, entry] as const))
  const short = (entry: string) => (entry === name ? "." : entry.slice(name.length + 1))
  const at = (file: string, from: string) => posix.join(posix.dirname(file), from)

  /** Where a name is declared, when that is in this package. */
  const placeOf = (file: string, { from, name: wanted }: Elsewhere): Place | undefined => {
    if (!from.startsWith(".") || wanted === "*") return undefined
    const target = at(file, from)
    const found = declarationsOf(target).exported.get(wanted)
    if (found === undefined) return undefined
    return "local" in found ? { file: target, name: found.local } : placeOf(target, found)
  }

  const shown = new Set<string>()
  const reached: Array<Place> = []

  /** The places of this package that a declaration names. */
  const named = (file: string, roots: ReadonlyArray<Node>): ReadonlyArray<Place> => {
    const { declared, imported } = declarationsOf(file)
    const found: Array<Place> = []
    const add = (place: Place | undefined) => place !== undefined && found.push(place)
    const visit = (node: Node, key: string, parent: Node | undefined): void => {
      if (node.type === "TSImportType") {
        const { qualifier } = node
        const first = nameOf(qualifier) || nameOf((qualifier as Node | null)?.left)
        add(placeOf(file, { from: nameOf(node.source), name: first }))
      }
      if (node.type === "TSQualifiedName") {
        const whole = imported.get(nameOf(node.left))
        if (whole?.name === "*") add(placeOf(file, { from: whole.from, name: nameOf(node.right) }))
      }
      if (node.type === "Identifier" && key !== "key" && key !== "right" && parent?.type !== "TSImportType") {
        const local = nameOf(node)
        const elsewhere = imported.get(local)
        if (elsewhere !== undefined) add(placeOf(file, elsewhere))
        else if (declared.has(local)) found.push({ file, name: local })
      }
      for (const [under, child] of childrenOf(node)) visit(child, under, node)
    }
    for (const root of roots) visit(root, "", undefined)
    return found
  }

  /** The declarations of a name, and of the expression its class extends. */
  const nodesOf = ({ file, name: wanted }: Place): ReadonlyArray<Node> => {
    const { declared } = declarationsOf(file)
    return [...(declared.get(wanted) ?? []), ...(declared.get(`${wanted}_base`) ?? [])]
  }

  const show = (place: Place, entry: string, typeOnly: boolean): ReadonlyArray<string> => {
    const nodes = nodesOf(place)
    // Of a schema that is exported as a type alone, the value is still to be named.
    const isHalf = typeOnly && nodes.some(({ type }) => type === "VariableDeclaration")
    if (!isHalf) shown.add(key(place))
    shown.add(key({ file: place.file, name: `${place.name}_base` }))
    reached.push(...named(place.file, nodes))
    return signaturesOf(declarationsOf(place.file), entry)(place.name, typeOnly)
  }

  const linesOf = (entry: string, file: string): ReadonlyArray<string> => {
    const onward = new Map<string, Array<string>>()
    const lines: Array<string> = []
    for (const [exported, found] of declarationsOf(file).exported) {
      const place = "local" in found ? { file, name: found.local } : placeOf(file, found)
      const elsewhere = "local" in found ? undefined : found
      const other =
        elsewhere === undefined
          ? undefined
          : elsewhere.from.startsWith(".")
            ? publicFiles.get(place?.file ?? at(file, elsewhere.from))
            : elsewhere.from
      if (other !== undefined) {
        const from = other.startsWith(`${name}/`) ? short(other) : other
        // All of a file is shown under the file's name.
        const said = elsewhere?.name === "*" && posix.basename(other) === exported ? "*" : exported
        onward.set(from, [...(onward.get(from) ?? []), said])
      } else if (place === undefined) throw new Error(`${entry} exports ${exported}, which nobody can import by itself`)
      else lines.push(...show(place, entry, found.typeOnly))
    }
    const whole = [...onward].filter(([, names]) => names[0] === "*").map(([from]) => from)
    const some = [...onward].filter(([, names]) => names[0] !== "*")
    return [
      ...some.map(([from, names]) => `export { ${names.join(", ")} } from "${from}"`),
      ...(whole.length === 0 ? [] : [`// each as a whole: ${whole.map((from) => posix.basename(from)).join(", ")}`]),
      ...lines
    ]
  }

  const sections = [...entries]
    .filter(([entry]) => part?.has(entry) ?? true)
    .map(([entry, file]) => ({ entry: short(entry), lines: linesOf(entry, file) }))

  /** What a name stands for, and what that is made of; a class is what it is called. */
  const wholeOf = (place: Place, seen: Set<string>): string => {
    if (seen.has(key(place))) return ""
    seen.add(key(place))
    const nodes = nodesOf(place)
    const { text } = declarationsOf(place.file)
    const own = nodes.map((node) => text.slice(node.start, node.end)).join("\n")
    const isClass = nodes.some(({ type }) => type === "ClassDeclaration")
    return isClass ? own : [own, ...named(place.file, nodes).map((next) => wholeOf(next, seen))].join("\n")
  }

  const publicPlaces = new Set(
    [...publicFiles.keys()].flatMap((file) =>
      [...declarationsOf(file).exported.values()].flatMap((found) =>
        "local" in found ? [key({ file, name: found.local })] : keysOf(placeOf(file, found))
      )
    )
  )
  const hidden = new Map(reached.map((place) => [key(place), place] as const))
  const unnamed = [...hidden]
    .filter(([at]) => !shown.has(at) && !publicPlaces.has(at))
    .map(([, place]) => {
      const lines = signaturesOf(declarationsOf(place.file), name)(place.name, false)
      const said = lines.map((line) => line.trim()).join(" ")
      return `${cut(said === "" ? place.name : said, longest.inferred)} // ${digestOf(wholeOf(place, new Set()))}`
    })
    .sort()

  const folders = new Map<string, Map<string, ReadonlyArray<string>>>()
  for (const { entry, lines } of sections) {
    const folder = entry.includes("/") ? entry.slice(0, entry.indexOf("/")) : ""
    const said = folder === "" ? entry : entry.slice(folder.length + 1)
    const inFolder = folders.get(folder) ?? new Map<string, ReadonlyArray<string>>()
    const signatures = lines.join("\n")
    // Entries that export the same stand together.
    folders.set(folder, inFolder.set(signatures, [...(inFolder.get(signatures) ?? []), said]))
  }
  const blocks = [...folders].map(([folder, inFolder]) => {
    const told = [...inFolder].map(([signatures, said]) => `// ${said.join(", ")}\n${signatures}`)
    return `## ${folder === "" ? name : folder}\n\n\`\`\`ts\n${told.join("\n")}\n\`\`\``
  })
  return `${[
    head(name, part === undefined ? "" : `: ${part.title}`),
    part?.words === undefined ? words : `[${part.words}](${part.words}) says how signatures are written.`,
    ...blocks,
    ...(unnamed.length === 0
      ? []
      : [`## Named above and not exported\n\n\`\`\`ts\n${[...new Set(unnamed)].join("\n")}\n\`\`\``]),
    ...(internal.length === 0
      ? []
      : [
          `## For Kittiwake's own packages only\n\nBelow \`internal/\`, and they change without notice: ${internal.map((entry) => entry.slice(`${name}/internal/`.length)).join(", ")}.`
        ])
  ].join("\n\n")}\n`
}
