/**
 * Follows what a Redis sends, so that no reply is gathered that has no bound.
 *
 * **Details.** It reads no values: only where each begins and ends. Replies are told more strictly than the client reads them, so that
 * both always agree on where one ends; what is no reply is refused like one that is too large.
 */

/** Bytes of one reply, of a line in it, values in it, and how deep they may lie in each other. Scripts answer with two numbers. */
export const replyLimits = { bytes: 8 * 1_048_576, line: 65_536, values: 100_000, depth: 16 } as const

const lineFeed = 10

const scalar = new Map([
  ["+", /^[^\r]*$/],
  ["-", /^[^\r]*$/],
  [":", /^[+-]?\d{1,20}$/],
  ["(", /^[+-]?\d{1,400}$/],
  [",", /^(?:nan|[+-]?(?:inf|\d[\d.eE+-]{0,60}))$/],
  ["#", /^[tf]$/],
  ["_", /^$/]
])

/** Texts that tell how long they are, with the least they may be: a verbatim one begins with its format. */
const leastBytes = new Map([
  ["$", 0],
  ["!", 0],
  ["=", 4]
])

/** Lists that tell how many they are of, with the values of each. */
const valuesOfEach = new Map([
  ["*", 1],
  ["~", 1],
  [">", 1],
  ["%", 2]
])

const refused = (what: string): never => {
  throw new Error(`Redis answered with ${what}`)
}

/** Takes what comes, as it comes; throws where a reply is none or larger than it may be, and must not be asked again then. */
export const makeReplyReader = () => {
  /** Values that are still to come of each list that is open, the innermost last. */
  const open: Array<number> = []
  let [begun, left, bytes, values] = ["", 0, 0, 0]

  const take = (count: number): void => {
    bytes += count
    if (bytes > replyLimits.bytes) refused("more than a reply may have")
  }

  const end = (): void => {
    while (open.length > 0) {
      open[open.length - 1]! -= 1
      if (open.at(-1)! > 0) return
      open.pop()
    }
    bytes = 0
    values = 0
  }

  const beginList = (count: number): void => {
    values += count
    if (values > replyLimits.values) refused("more values than a reply may have")
    if (count === 0) end()
    else open.push(count)
    if (open.length > replyLimits.depth) refused("lists too deep in each other")
  }

  const beginText = (length: number, least: number): void => {
    if (length < least) refused("what is no reply")
    left = length + 2
    take(left)
  }

  const readLine = (line: string): void => {
    const [type = "", said] = [line[0], line.slice(1, -2)]
    const isNull = said === "-1" && (type === "$" || type === "*")
    const isLength = /^\d{1,10}$/.test(said)
    if (!line.endsWith("\r\n")) refused("what is no reply")
    else if (isNull || scalar.get(type)?.test(said) === true) end()
    else if (isLength && leastBytes.has(type)) beginText(Number(said), leastBytes.get(type)!)
    else if (isLength && valuesOfEach.has(type)) beginList(Number(said) * valuesOfEach.get(type)!)
    else refused("what is no reply")
  }

  return (chunk: Buffer): void => {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const taken = Math.min(left, chunk.length - at)
        at += taken
        left -= taken
        if (left === 0) end()
        continue
      }
      const found = chunk.indexOf(lineFeed, at)
      const until = found === -1 ? chunk.length : found + 1
      if (begun.length + until - at > replyLimits.line) refused("a line that is too long")
      begun += chunk.toString("latin1", at, until)
      at = until
      if (found === -1) return
      const line = begun
      begun = ""
      take(line.length)
      readLine(line)
    }
  }
}
