/** Texts that a page writes for programs, in which some write markup and references of HTML. */
import { decodeHTMLStrict } from "entities"
import { collapse } from "../innerText.ts"

/** Characters that are looked at: no more are kept of a value. */
const longest = 20_000

const tagsOf = (names: string): RegExp =>
  new RegExp(`</?(?:${names.replaceAll(" ", "|")})(?:\\s[^<>]{0,500})?/?>`, "gi")

/** Markup within a line, which parts no words. */
const inline = tagsOf("a abbr b cite code em font i ins mark q s small span strong sub sup u wbr")

/** Markup that ends lines. What looks like any other stands for something, as `<name>` does. */
const lines = tagsOf(
  "article blockquote br center dd div dl dt figure h1 h2 h3 h4 h5 h6 hr iframe img li ol p pre section table tbody td th thead tr ul"
)

const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i

/** A text as it is shown; as it is written where it has neither. */
export const withoutMarkup = (written: string): string => {
  const text = written.slice(0, longest)
  if (!/[<&]/.test(text)) return text
  const bare = text.replace(inline, "").replace(lines, " ")
  if (bare.length === text.length && !reference.test(text)) return text
  return collapse(decodeHTMLStrict(bare))
}
