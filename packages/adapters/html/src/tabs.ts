/**
 * Tabs, each with the panel that it shows.
 *
 * **Details** A tab says which panel is its own by `aria-controls` or a link to it, or the panel by `aria-labelledby`
 * (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). Where neither does, as in Docusaurus, the panels near their list are those of its tabs in order
 * if there are as many. Documentation also makes tabs of labels for radio buttons, with a box for each label right behind them that is
 * named as one.
 */
import { collapsedText } from "./innerText.ts"
import { attributeOf, PageElement, PageText } from "./PageTree.ts"
import { showOpened } from "./visibility.ts"

/** Whether a page may have tabs, by what they all have in their markup. */
export const mayHaveTabs = (markup: string): boolean => markup.includes("tabpanel") || /\stype=["']?radio/i.test(markup)

/**
 * Lists and sets of labels of a page, tabs of one and nodes beside them, nodes looked at to find its panels, for one list and for all, boxes around it, and
 * characters of a name.
 */
const most = { lists: 500, tabs: 40, children: 200, looked: 4_000, nodes: 400_000, around: 4, name: 80 } as const

/** What the tab of a panel is called, and all panels of its list. */
interface Tab {
  readonly name: string
  readonly panels: ReadonlySet<PageElement>
}

const tabs = new WeakMap<PageElement, Tab>()

/** Lists of which all tabs have panels that say something. */
const told = new WeakMap<PageElement, ReadonlySet<PageElement>>()

/** The tabs of a page as far as their panels are left in it. */
export class ShownTabs {
  private readonly root: PageElement
  private known: ReadonlySet<PageElement> | undefined

  constructor(root: PageElement) {
    this.root = root
  }

  /** What the tab that shows a panel is called; nothing where of several panels no other is left to choose. */
  nameOf(panel: PageElement): string | undefined {
    const tab = tabs.get(panel)
    if (tab === undefined) return undefined
    return tab.panels.size === 1 || [...tab.panels].some((other) => other !== panel && this.shown.has(other))
      ? tab.name
      : undefined
  }

  /** Whether each tab of a list is named above its panel. */
  isTold(list: PageElement): boolean {
    const panels = told.get(list)
    return panels !== undefined && [...panels].every((panel) => this.shown.has(panel))
  }

  /** Panels that the page still has; looked for where it has any. */
  private get shown(): ReadonlySet<PageElement> {
    if (this.known !== undefined) return this.known
    const shown = new Set<PageElement>()
    const waiting = [this.root]
    for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
      if (tabs.has(element)) shown.add(element)
      for (const child of element.children) if (child instanceof PageElement) waiting.push(child)
    }
    this.known = shown
    return shown
  }
}

const roleOf = (element: PageElement): string => (attributeOf(element, "role") ?? "").trim().toLowerCase()

const elementsOf = ({ children }: PageElement): ReadonlyArray<PageElement> =>
  children.filter((child): child is PageElement => child instanceof PageElement)

/** Nodes that may still be looked at on a page. */
interface Budget {
  left: number
}

/** Elements of a role in their order, none inside another of them nor inside `except`; those found within so many. */
const within = (root: PageElement, role: string, budget: Budget, except?: PageElement): ReadonlyArray<PageElement> => {
  const found: Array<PageElement> = []
  const path = [root]
  const places = [0]
  for (let left: number = most.looked; path.length > 0 && left > 0 && budget.left > 0; left -= 1) {
    budget.left -= 1
    const depth = path.length - 1
    const child = path[depth]!.children[places[depth]!++]
    if (child === undefined) {
      path.pop()
      places.pop()
    } else if (child instanceof PageElement && child !== except) {
      if (roleOf(child) === role) found.push(child)
      else {
        path.push(child)
        places.push(0)
      }
    }
  }
  return found
}

interface Places {
  readonly byId: ReadonlyMap<string, PageElement>
  /** Panels by the id of what they say names them. */
  readonly byLabel: ReadonlyMap<string, PageElement>
  readonly budget: Budget
}

/** The panel that a tab or the panel itself says is its own. */
const ownPanel = (tab: PageElement, { byId, byLabel }: Places): PageElement | undefined => {
  const href = attributeOf(tab, "href")
  const said = attributeOf(tab, "aria-controls") ?? (href?.startsWith("#") === true ? href.slice(1) : undefined)
  const panel = said === undefined ? undefined : byId.get(said)
  if (panel !== undefined && roleOf(panel) === "tabpanel") return panel
  const id = attributeOf(tab, "id")
  return id === undefined ? undefined : byLabel.get(id)
}

/** The panels in the nearest box around a list that has any. */
const nearPanels = (list: PageElement, budget: Budget): ReadonlyArray<PageElement> => {
  let around = list.parent
  for (let level = 0; level < most.around && around !== null && !around.isRoot; level += 1) {
    const panels = within(around, "tabpanel", budget, list)
    if (panels.length > 0) return panels
    around = around.parent
  }
  return []
}

const nameOf = (tab: PageElement): string => collapsedText(tab, most.name + 1)

const saysAnything = (panel: PageElement): boolean => collapsedText(panel, 200) !== ""

/** What the dots of a carousel say beside the place of their slide. */
const dotWords = /\b(?:go to|show|slide|of)\b/gi

/** Whether names are more than places in a row, as those of the dots of a carousel: years and versions are. */
const sayMoreThanPlaces = (names: ReadonlyArray<string>): boolean =>
  names.some((one) => /\p{L}|\d{3}|\d\.\d/u.test(one.replace(dotWords, "")))

type Pair = readonly [tab: PageElement, panel: PageElement]

/** Names panels by their tabs. A list of which all are named above what they show says nothing more. */
const name = (list: PageElement, count: number, pairs: ReadonlyArray<Pair>): void => {
  const panels = new Set(pairs.map(([, panel]) => panel))
  if (panels.size < pairs.length) return
  const titled = pairs.map(([tab, panel]) => ({ panel, title: nameOf(tab) }))
  if (titled.some(({ title }) => title === "" || title.length > most.name)) return
  if (!sayMoreThanPlaces(titled.map(({ title }) => title))) return
  for (const { panel, title } of titled) tabs.set(panel, { name: title, panels })
  if (pairs.length === count && titled.every(({ panel }) => saysAnything(panel))) told.set(list, panels)
}

/** Tabs with the panels that are theirs; a page may hold that of the selected one alone. */
const pairsOf = (list: PageElement, all: ReadonlyArray<PageElement>, places: Places): ReadonlyArray<Pair> => {
  const own = all.flatMap((tab): ReadonlyArray<Pair> => {
    const panel = ownPanel(tab, places)
    return panel === undefined ? [] : [[tab, panel]]
  })
  if (own.length > 0) return own
  const near = nearPanels(list, places.budget)
  if (near.length === all.length) return all.map((tab, index) => [tab, near[index]!])
  const selected = all.filter((tab) => attributeOf(tab, "aria-selected") === "true")
  return near.length === 1 && selected.length === 1 ? [[selected[0]!, near[0]!]] : []
}

const readList = (list: PageElement, places: Places): void => {
  const all = within(list, "tab", places.budget)
  if (all.length === 0 || all.length > most.tabs) return
  const pairs = pairsOf(list, all, places)
  for (const [, panel] of pairs) showOpened(panel)
  // Of an accordion each tab stands above its panel, and the list is all of it; a tab alone chooses nothing.
  if (all.length > 1 && within(list, "tabpanel", places.budget).length === 0) name(list, all.length, pairs)
}

const isRadio = ({ attributes, name: tag }: PageElement): boolean =>
  tag === "input" && attributes.some(({ name: key, value }) => key === "type" && value.toLowerCase() === "radio")

/** The labels of an element that holds nothing else but their radio buttons. */
const labelsIn = (element: PageElement): ReadonlyArray<PageElement> => {
  const { children } = element
  if (children.length < 2 || children.length > most.children) return []
  const labels: Array<PageElement> = []
  for (const child of children) {
    if (child instanceof PageText) {
      if (child.text.trim() !== "") return []
    } else if (child.name === "label" && attributeOf(child, "for") !== undefined) labels.push(child)
    else if (!isRadio(child)) return []
  }
  return labels
}

/** Whether an element is named as tabs: the answers of a question are labels of radio buttons too. */
const isNamedTabs = (element: PageElement | null): boolean =>
  element !== null && /(?:^|[\s_-])tab(?:s|bed)?(?:$|[\s_-])/i.test(attributeOf(element, "class") ?? "")

/**
 * Whether an element is named as what a tab shows, or as code with its language. Boxes that are not may all be seen at once below a switch, such as
 * those of plans, and what is hidden of them may be what is not so, such as "sold out".
 */
const isNamedPanel = (element: PageElement): boolean =>
  /(?:^|[\s_-])(?:tab(?:s|bed)?[_-]*(?:block|content|pane|panel)|vp-block|language-[\w+#-]+)(?:$|[\s_-])/i.test(
    attributeOf(element, "class") ?? ""
  )

/** The element right behind, with no more than space between. */
const nextTo = (element: PageElement): PageElement | undefined => {
  const siblings = element.parent?.children ?? []
  for (let at = siblings.indexOf(element) + 1; at < siblings.length; at += 1) {
    const next = siblings[at]!
    if (next instanceof PageElement) return next
    if (next.text.trim() !== "") return undefined
  }
  return undefined
}

/** Labels for the buttons of one set, and a box with a part for each of them right behind. */
const readLabels = (list: PageElement, labels: ReadonlyArray<PageElement>, { byId }: Places): void => {
  if (![list, list.parent, labels[0]!].some(isNamedTabs)) return
  const isOfButtons = labels.every((label) => {
    const button = byId.get(attributeOf(label, "for")!)
    return button !== undefined && isRadio(button)
  })
  const box = isOfButtons ? nextTo(list) : undefined
  const panels = box === undefined || box.children.length > most.children ? [] : elementsOf(box)
  if (panels.length !== labels.length || !panels.every(isNamedPanel)) return
  for (const panel of panels) showOpened(panel)
  name(
    list,
    labels.length,
    labels.map((label, index) => [label, panels[index]!])
  )
}

/** Shows the panels of all tabs, and names them. Changes nothing of the tree. */
export const readTabs = (root: PageElement): void => {
  const byId = new Map<string, PageElement>()
  const byLabel = new Map<string, PageElement>()
  const lists: Array<PageElement> = []
  const labelled: Array<readonly [PageElement, ReadonlyArray<PageElement>]> = []
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    const id = attributeOf(element, "id")
    if (id !== undefined && id !== "" && !byId.has(id)) byId.set(id, element)
    const role = roleOf(element)
    if (role === "tabpanel") {
      const label = attributeOf(element, "aria-labelledby")
      if (label !== undefined && !byLabel.has(label)) byLabel.set(label, element)
    } else if (role === "tablist" && lists.length < most.lists) lists.push(element)
    const labels = labelled.length < most.lists ? labelsIn(element) : []
    if (labels.length > 1) labelled.push([element, labels])
    for (const child of element.children) if (child instanceof PageElement) waiting.push(child)
  }
  const places = { byId, byLabel, budget: { left: most.nodes } }
  for (const list of lists) readList(list, places)
  for (const [list, labels] of labelled) readLabels(list, labels, places)
}
