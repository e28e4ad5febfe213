/** What of a page is not its content. */

import { Headers, isListInHeader } from "./headers.ts"
import { saysIcon, unseenClasses } from "./iconLabels.ts"
import { alertOf } from "./markdown/alerts.ts"
import { attributeOf, type PageElement } from "./PageTree.ts"

/**
 * Judges the elements of one page.
 *
 * **Details** Names are matched as whole words of `class` and as whole `id`s: `toc` is a table of contents, `stock` is
 * not. Lost content is worse than kept clutter: clutter that stays the same raises no alarm. So a header or footer
 * inside an article, section or list item is that one's own and stays.
 */
export class Clutter {
  private readonly classes = new Map<string, ClassKind>()
  private readonly headers = new Headers()

  /** `inContent`: somewhere inside an element for which `holdsOwnHeader` is true. */
  isClutter(element: PageElement, inContent: boolean): boolean {
    switch (element.name) {
      case "nav":
      case "search":
        return true
      case "header":
        if (!inContent && !this.headers.isOfContent(element)) return true
        break
      case "footer":
        if (!inContent) return true
        break
      case "ul":
      case "ol":
        if (!inContent && isListInHeader(element, (header) => this.isTitleHeader(header))) return true
        break
      case "aside":
        return !isNote(element)
      case "html":
      case "body":
      case "main":
        return false
    }
    for (const { name, value } of element.attributes) {
      switch (name.length) {
        case 2:
          if (name === "id" && clutterIds.has(value.toLowerCase())) return true
          break
        case 4:
          if (name === "role" && clutterRoles.has(value.trim().toLowerCase())) return true
          break
        case 5:
          if (name === "class") {
            const kind = this.kindOf(value)
            if (kind === "clutter" || (kind === "unseen" && !saysIcon(element))) return true
          }
      }
    }
    return false
  }

  /** Whether an element is the header of a page that holds the page's title. */
  isTitleHeader(element: PageElement): boolean {
    return this.headers.isTitleHeader(element)
  }

  /** Pages repeat few values of `class` many times. */
  private kindOf(value: string): ClassKind {
    const known = this.classes.get(value)
    if (known !== undefined) return known
    const words = classWords(value)
    const isShown = words.some((word) => word.endsWith("not-sr-only"))
    const isOf = (names: ReadonlySet<string>) => !isShown && words.some((word) => names.has(word))
    const kind = isOf(clutterClasses) ? "clutter" : isOf(unseenClasses) ? "unseen" : "content"
    this.classes.set(value, kind)
    return kind
  }

  /** Whether an element is not drawn and is read all the same, for what stands beside it. */
  isLabel(element: PageElement): boolean {
    const value = attributeOf(element, "class")
    return value !== undefined && this.classes.get(value) === "unseen"
  }
}

/** What a value of `class` says of its element: that it is no content, or that screen readers alone say it. */
type ClassKind = "clutter" | "unseen" | "content"

/** Whether headers and footers inside are the element's own and not the site's. */
export const holdsOwnHeader = (element: PageElement): boolean =>
  contentElements.has(element.name) || contentRoles.has(attributeOf(element, "role") ?? "")

/** Whether the element is the page's main content by its own word. */
export const isMain = (element: PageElement): boolean =>
  element.name === "main" || attributeOf(element, "role") === "main"

const contentElements = new Set(["article", "main", "section", "li", "td", "th", "blockquote", "figure", "details"])
const contentRoles = new Set(["article", "main", "region", "listitem"])

/** Whether an aside belongs to what it stands in: notes and warnings documentation are marked up so. */
export const isNote = (aside: PageElement): boolean =>
  attributeOf(aside, "role") === "note" ||
  alertOf(aside) !== undefined ||
  classWords(attributeOf(aside, "class") ?? "").some((word) => notes.has(word))

const classWords = (value: string): ReadonlyArray<string> => value.toLowerCase().split(/\s+/, 64)

const notes = new Set(
  "admonition alert callout caution danger important info margin-note marginnote note notice side-note sidenote tip warning".split(
    " "
  )
)

const clutterRoles = new Set(
  "alertdialog banner complementary contentinfo dialog listbox menu menubar navigation search toolbar".split(" ")
)

const consent =
  "cookie-banner cookie-bar cookie-consent cookie-message cookie-modal cookie-notice cookie-notification " +
  "cookie-overlay cookie-popup cookiebanner cookiebar cookieconsent cookienotice cookie-law-info-bar " +
  "consent-banner consent-bar consent-manager consent-modal consent-popup gdpr-banner gdpr-consent gdpr-cookie-notice " +
  "gdpr-popup privacy-banner cc-banner cc-window cky-consent-container cmplz-cookiebanner cmpbox cybotcookiebotdialog " +
  "didomi-host hs-eu-cookie-confirmation iubenda-cs-banner klaro moove_gdpr_cookie_info_bar onetrust-banner-sdk " +
  "onetrust-consent-sdk onetrust-pc-sdk osano-cm-window qc-cmp2-container termly-code-snippet-support truste_overlay " +
  "truste_box_overlay usercentrics-root borlabscookiebox"

const consentNames = new Set(consent.split(" "))

/** Whether the element is the notice that asks for consent, by its id or a class. */
export const isConsent = (element: PageElement): boolean => {
  const id = attributeOf(element, "id")?.toLowerCase()
  if (id !== undefined && consentNames.has(id)) return true
  const classes = attributeOf(element, "class")
  return classes !== undefined && classWords(classes).some((word) => consentNames.has(word))
}

const aids =
  "breadcrumb breadcrumbs bread-crumb bread-crumbs toc table-of-contents skip-link skip-nav skip-to-content " +
  "skip-to-main site-header site-footer site-nav main-nav navbar global-nav global-header global-footer"

const clutterIds = new Set(`${consent} ${aids} footer nav`.split(" "))

/** Single words such as `cookies` are classes only: as an id they are the section of a privacy policy. */
const clutterClasses = new Set(`${consent} ${aids} cookie cookies gdpr mw-editsection mw-jump-link`.split(" "))
