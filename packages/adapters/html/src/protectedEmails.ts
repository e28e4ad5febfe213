/** Addresses of mail that a proxy hid from robots, as browsers show them (https://developers.cloudflare.com/waf/tools/scrape-shield/email-address-obfuscation/). */
import { attributeOf, PageElement, PageText } from "./PageTree.ts"

/** What every such page has in its markup. */
export const protectedMark = "data-cfemail"

/** Longest that is decoded, in hexadecimal digits. */
const maxLength = 640

/** Each byte behind the first differs from the address by that. */
const decoded = (hidden: string): string | undefined => {
  if (hidden.length > maxLength || !/^(?:[\da-f]{2}){4,}$/i.test(hidden)) return undefined
  const [key = 0, ...bytes] = Buffer.from(hidden, "hex")
  const address = Buffer.from(bytes.map((byte) => byte ^ key)).toString()
  return /^[^\s<>"@]+@[^\s<>"@]+$/.test(address) ? address : undefined
}

const isProtected = (href: string | undefined): boolean => href?.startsWith("/cdn-cgi/l/email-protection") === true

/** Shows them, and has their links lead to them. Changes the tree. */
export const showEmails = (root: PageElement): void => {
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    const address = decoded(attributeOf(element, protectedMark) ?? "")
    if (address !== undefined) {
      const text = new PageText(address)
      text.parent = element
      element.children = [text]
    }
    for (const attribute of element.attributes) {
      if (attribute.name !== "href" || !isProtected(attribute.value)) continue
      const own = address ?? decoded(attribute.value.split("#")[1] ?? "")
      if (own !== undefined) attribute.value = `mailto:${own}`
    }
    for (const child of element.children) if (child instanceof PageElement) waiting.push(child)
  }
}
