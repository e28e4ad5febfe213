/** What values take in memory, so that who keeps them can count it. */

/** What V8 takes for a text, an object and a list beside what is in them, and for a place in either. */
const each = { text: 24, object: 56, list: 32, place: 16 } as const

/**
 * About how many bytes a value of plain data takes: a page's links, metadata and facts. A text counts a byte for each of its characters, and
 * twice where two places hold it. Takes some 20 ns for each value in it.
 */
export const heldBytes = (value: unknown): number => {
  let bytes = 0
  const waiting: Array<object> = []
  const count = (one: unknown) => {
    if (typeof one === "string") bytes += each.text + one.length
    else if (typeof one === "object" && one !== null) waiting.push(one)
  }
  count(value)
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (Array.isArray(one)) {
      bytes += each.list + each.place * one.length
      for (let place = 0; place < one.length; place += 1) count(one[place])
    } else if (ArrayBuffer.isView(one)) bytes += each.object + one.byteLength
    else {
      bytes += each.object
      for (const [name, item] of Object.entries(one)) {
        bytes += each.place + name.length
        count(item)
      }
    }
  }
  return bytes
}
