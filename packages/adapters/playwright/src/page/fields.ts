/** Scripts about form fields. Their sources are sent to pages. */
import type { PageKit } from "./makeKit.ts"

/** Puts the cursor into the field with everything in it selected; says why that is not possible. */
export const takeField = (kit: PageKit, _argument: null): string | null => {
  const field = kit.memory.kittiwakeTarget
  if (!(field instanceof HTMLElement)) return "it is no field"
  if (field.matches(":disabled,[readonly],[aria-disabled=true],[aria-readonly=true]")) return "it does not take text"
  field.focus()
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    if (/^(?:checkbox|radio|file|range|color|button|submit|reset|image)$/.test(field.type))
      return "it does not take text"
    field.select()
    return null
  }
  if (!field.isContentEditable) {
    const inner = field.querySelector("input,textarea,[contenteditable]")
    if (!(inner instanceof HTMLElement)) return "it is no field"
    kit.memory.kittiwakeTarget = inner
    inner.focus()
    if (inner instanceof HTMLInputElement || inner instanceof HTMLTextAreaElement) inner.select()
    return null
  }
  window.getSelection()?.selectAllChildren(field)
  return null
}

/** Empties what is selected, for a text that is empty. */
export const clearField = (kit: PageKit, _argument: null): boolean => {
  const field = kit.memory.kittiwakeTarget
  if (field === undefined) return false
  return document.execCommand("delete") || heldText(field) === ""
  function heldText(element: Element): string {
    return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element.value
      : (element.textContent ?? "")
  }
}

/** Whether the field holds the text; fields may format what they are given, so spaces and case do not count. */
export const holdsText = (kit: PageKit, { text }: { readonly text: string }): boolean => {
  const field = kit.memory.kittiwakeTarget
  if (field === undefined) return false
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  const held = isField ? field.value : (field.textContent ?? "")
  const bare = (value: string) => value.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")
  return held === text || (bare(held) !== "" && bare(held) === bare(text))
}

/** Sets a field whose kind no keyboard fills, such as a date, and a list of choices. */
export const choose = (kit: PageKit, { option }: { readonly option: string }): string | null => {
  const field = kit.memory.kittiwakeTarget
  const plain = (text: string) => kit.squeeze(text).toLowerCase()
  if (!(field instanceof HTMLSelectElement)) return null
  const options = [...field.options].slice(0, 5_000)
  const wanted = plain(option)
  const found =
    options.find((one) => plain(one.label) === wanted || plain(one.value) === wanted) ??
    options.find((one) => plain(one.label).includes(wanted))
  if (found === undefined || found.disabled) return null
  field.focus()
  found.selected = true
  field.dispatchEvent(new Event("input", { bubbles: true }))
  field.dispatchEvent(new Event("change", { bubbles: true }))
  return kit.squeeze(found.label)
}

/** Finds the list of choices that has this option. */
export const findChoice = (kit: PageKit, { option }: { readonly option: string }): boolean => {
  const wanted = kit.squeeze(option).toLowerCase()
  const lists = kit.all("select").filter(kit.isVisible) as Array<HTMLSelectElement>
  const found = lists.find((list) =>
    [...list.options].slice(0, 5_000).some((one) => kit.squeeze(one.label).toLowerCase() === wanted)
  )
  if (found !== undefined) kit.memory.kittiwakeTarget = found
  return found !== undefined
}
