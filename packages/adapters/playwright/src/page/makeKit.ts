/** What the scripts in pages share. The source of `makeKit` is sent to pages: it may use nothing from outside itself. */

/** Tools for reading a page as a person would. */
export type PageKit = ReturnType<typeof makeKit>

/** Makes the tools, in the page. */
export const makeKit = () => {
  /** Elements that are looked at in one go; a page may have millions. */
  const maxElements = 50_000

  // A form may hold a field called `innerText` or `id`, which then stands in front of the form's own.
  const attribute = (element: Element, name: string): string => Element.prototype.getAttribute.call(element, name) ?? ""

  const squeeze = (text: string): string => text.slice(0, 5_000).replace(/\s+/g, " ").trim()

  const textOf = (element: Element): string => {
    // biome-ignore lint/performance/useDomNodeTextContent: what a person sees is asked for, not what the markup holds.
    const text = element instanceof HTMLElement && !(element instanceof HTMLFormElement) ? element.innerText : null
    return squeeze(typeof text === "string" ? text : (element.textContent ?? ""))
  }

  const isVisible = (element: Element): boolean => {
    const box = Element.prototype.getBoundingClientRect.call(element)
    if (box.width < 1 || box.height < 1) return false
    const options = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
    return Element.prototype.checkVisibility.call(element, options)
  }

  /** All that match, in the order of the page, open shadow trees included. */
  const all = (selector: string, root: ParentNode = document): Array<Element> => {
    const found: Array<Element> = []
    const roots: Array<ParentNode> = [root]
    let seen = 0
    while (roots.length > 0 && seen < maxElements) {
      const next = roots.shift() as ParentNode
      const prototype = next instanceof Document ? Document.prototype : DocumentFragment.prototype
      const query = next instanceof Element ? Element.prototype.querySelectorAll : prototype.querySelectorAll
      for (const element of query.call(next, "*")) {
        seen += 1
        if (seen > maxElements) break
        if (Element.prototype.matches.call(element, selector)) found.push(element)
        if (element.shadowRoot !== null) roots.push(element.shadowRoot)
      }
    }
    return found
  }

  /** The markup of an element with open shadow trees in it, which markup alone leaves out. */
  const markupOf = (element: HTMLElement): string => {
    const shadowRoots = all("*", element).flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : [shadowRoot]))
    if (shadowRoots.length === 0) return element.outerHTML
    const [open, close] = (element.cloneNode(false) as HTMLElement).outerHTML.split(/(?=<\/[^<]*$)/)
    return `${open}${Element.prototype.getHTML.call(element, { shadowRoots })}${close ?? ""}`
  }

  const roleOf = (element: Element): string => {
    const given = attribute(element, "role").split(" ")[0] ?? ""
    if (given !== "") return given
    const tag = element.tagName.toLowerCase()
    const type = attribute(element, "type").toLowerCase()
    if (tag === "a") return "link"
    if (tag === "button" || tag === "summary") return "button"
    if (tag === "select") return "combobox"
    if (tag === "textarea") return "textbox"
    if (tag === "option") return "option"
    if (tag === "input") {
      if (["button", "submit", "reset", "image"].includes(type)) return "button"
      return type === "checkbox" || type === "radio" ? type : type === "search" ? "searchbox" : "textbox"
    }
    return tag
  }

  const labelsOf = (element: Element): string => {
    const labels = "labels" in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null
    return squeeze([...(labels ?? [])].map((label) => textOf(label)).join(" "))
  }

  const referred = (element: Element): string =>
    squeeze(
      attribute(element, "aria-labelledby")
        .split(/\s+/)
        .slice(0, 5)
        .map((id) => (id === "" ? "" : (Document.prototype.getElementById.call(document, id)?.textContent ?? "")))
        .join(" ")
    )

  /** Every name by which a person may call an element, the likeliest first. */
  const namesOf = (element: Element): Array<string> => {
    const isButton = element instanceof HTMLInputElement && roleOf(element) === "button"
    const images = element instanceof HTMLElement ? [...element.querySelectorAll("img[alt],svg title")].slice(0, 3) : []
    const isField = /^(?:input|select|textarea)$/i.test(element.tagName)
    return [
      attribute(element, "aria-label"),
      referred(element),
      labelsOf(element),
      isField ? "" : textOf(element),
      isButton ? element.value : "",
      attribute(element, "placeholder"),
      attribute(element, "title"),
      attribute(element, "alt"),
      images.map((image) => attribute(image, "alt") || (image.textContent ?? "")).join(" "),
      attribute(element, "name").replace(/[-_]+/g, " "),
      element instanceof HTMLFormElement ? "" : attribute(element, "id").replace(/[-_]+/g, " ")
    ]
      .map(squeeze)
      .filter((name) => name !== "")
  }

  /** An element in a few words: what it is and what it is called. */
  const describe = (element: Element): string => {
    const name = namesOf(element)[0] ?? ""
    const role = roleOf(element)
    return name === "" ? role : `${role} "${name.length > 80 ? `${name.slice(0, 80)}…` : name}"`
  }

  /** What the scripts keep on a document from one to the next; the page's own scripts cannot see it. */
  const memory = globalThis as unknown as { kittiwakeTarget?: Element; kittiwakeWatch?: unknown }

  return { all, attribute, describe, isVisible, markupOf, memory, namesOf, roleOf, squeeze, textOf }
}
