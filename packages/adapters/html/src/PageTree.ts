/** The tree of a page: only what reading needs, so that building it costs little. */

import { html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from "parse5"
import { maxNodes } from "./maxNodes.ts"
import { PageRefusal } from "./PageRefusal.ts"

/** Nodes made so far, of all trees that are counted together, and what to throw past the most there may be. */
export interface NodeCount {
  made: number
  readonly most: number
  readonly exceeded: (what?: "nodes" | "attributes" | "values") => Error
  /** Attributes that elements may still have, those that are opened anew as well, and characters of their names and values; none is no limit. */
  readonly attributes?: { left: number; charactersLeft: number }
  /** Characters of long values of attributes, one and all of them together, past which is thrown as well; none is no limit. */
  readonly values?: { readonly longest: number; left: number }
}

/** Shorter values are what pages are made of, and cost what their elements do. */
const longValue = 1_000

/**
 * Attributes of all elements of one page. A page of as many elements as there may be has seldom more than two for each. Two characters
 * make one, which takes up to 100 bytes, and reading looks through those of an element again and again.
 */
const maxPageAttributes = 2_000_000

/**
 * Characters of the names and values of all of them, of which the HTML that is told of a page has each once for every element: an address of 60 KB
 * that was opened again in 9,000 paragraphs made 1.6 GB of a page of 200 KB. No page that is read is longer.
 */
const maxPageValues = 24_000_000

/** Counts up to `maxNodes`, `maxPageAttributes` and `maxPageValues`. */
export const makeNodeCount = (): NodeCount => ({
  made: 0,
  most: maxNodes,
  attributes: { left: maxPageAttributes, charactersLeft: maxPageValues },
  exceeded: (what = "nodes") =>
    new PageRefusal({ reason: "too_complex", message: `The page has more than ${mostOf[what]}.` })
})

const mostOf = {
  nodes: `${maxNodes} elements and texts`,
  attributes: `${maxPageAttributes} attributes`,
  values: `${maxPageValues} characters in attributes`
} as const

/** Attributes kept of one element, the first ones. */
export const maxAttributes = 256

/**
 * The first attributes of a tag. The parser opens an element anew in each block that it goes through, with the attributes of the same
 * tag: those are one list, of which nothing is copied where it is short enough.
 */
const keptAttributes = (attributes: Array<Token.Attribute>): Array<Token.Attribute> =>
  attributes.length > maxAttributes ? attributes.slice(0, maxAttributes) : attributes

/** Attributes that repeated `<html>` and `<body>` tags may add up to; each is looked up among those before it. */
const maxAdoptedAttributes = 64

export class PageText {
  parent: PageElement | null = null
  text: string

  constructor(text: string) {
    this.text = text
  }
}

/** An element, or a root (the document, the content of a template), which is no tag. */
export class PageElement {
  parent: PageElement | null = null
  children: Array<PageNode> = []
  readonly name: string
  readonly namespace: html.NS
  readonly attributes: Array<Token.Attribute>
  readonly isRoot: boolean

  constructor(name: string, namespace: html.NS, attributes: Array<Token.Attribute>, isRoot: boolean) {
    this.name = name
    this.namespace = namespace
    this.attributes = attributes
    this.isRoot = isRoot
  }
}

export type PageNode = PageElement | PageText

/** The value of an attribute, or undefined. */
export const attributeOf = (element: PageElement, name: string): string | undefined => {
  for (const attribute of element.attributes) {
    if (attribute.name === name) return attribute.value
  }
  return undefined
}

/** The text of an element itself, without that of elements inside it. */
export const ownTextOf = (element: PageElement): string => {
  let text = ""
  for (const child of element.children) {
    if (child instanceof PageText) text += child.text
  }
  return text
}

/** What parse5 is told of the tree. */
export interface Shape
  extends TreeAdapterTypeMap<
    PageNode | null,
    PageElement,
    PageNode | null,
    PageElement,
    PageElement,
    PageElement,
    null,
    PageText,
    PageElement,
    null
  > {}

/**
 * Puts a node last. A list that grows by `push` has room for 17 at its first, 150 bytes of them for nothing; most elements have one child
 * or two, and a page has hundreds of thousands.
 */
const addChild = (parent: PageElement, node: PageNode): void => {
  const { children } = parent
  if (children.length === 0) parent.children = [node]
  else if (children.length === 1) parent.children = [children[0]!, node]
  else children.push(node)
  node.parent = parent
}

/** Builds a page's tree for parse5. Comments and the doctype, which have no text, are not kept. */
export const makeTreeAdapter = (nodes: NodeCount = makeNodeCount()): TreeAdapter<Shape> => {
  let mode: html.DOCUMENT_MODE = html.DOCUMENT_MODE.NO_QUIRKS

  const countNode = () => {
    nodes.made += 1
    if (nodes.made > nodes.most) throw nodes.exceeded()
  }

  const countAttributes = (attributes: ReadonlyArray<Token.Attribute>) => {
    const limits = nodes.attributes
    if (limits === undefined) return
    limits.left -= attributes.length
    if (limits.left < 0) throw nodes.exceeded("attributes")
    for (const { name, value } of attributes) limits.charactersLeft -= name.length + value.length
    if (limits.charactersLeft < 0) throw nodes.exceeded("values")
  }

  const weighValues = (values: NonNullable<NodeCount["values"]>, attributes: ReadonlyArray<Token.Attribute>) => {
    for (const { value } of attributes) {
      // Pictures that stand in the page itself are told by their beginning.
      if (value.length <= longValue || value.startsWith("data:")) continue
      values.left -= value.length
      if (value.length > values.longest || values.left < 0) throw nodes.exceeded()
    }
  }

  const createText = (text: string) => {
    countNode()
    return new PageText(text)
  }

  const appendChild = (parent: PageElement, node: PageNode | null) => {
    if (node !== null) addChild(parent, node)
  }

  const insertAt = (parent: PageElement, node: PageNode, index: number) => {
    parent.children.splice(index, 0, node)
    node.parent = parent
  }

  return {
    createDocument: () => new PageElement("#document", html.NS.HTML, [], true),
    createDocumentFragment: () => new PageElement("#fragment", html.NS.HTML, [], true),
    createElement: (name, namespace, attributes) => {
      countNode()
      const kept = keptAttributes(attributes)
      countAttributes(kept)
      if (nodes.values !== undefined) weighValues(nodes.values, attributes)
      return new PageElement(name, namespace, kept, false)
    },
    createCommentNode: () => null,
    createTextNode: createText,

    appendChild,
    insertBefore: (parent, node, reference) => {
      if (node !== null && reference !== null) insertAt(parent, node, indexOf(parent, reference))
    },
    insertText: (parent, text) => {
      const last = parent.children.at(-1)
      if (last instanceof PageText) last.text += text
      else appendChild(parent, createText(text))
    },
    insertTextBefore: (parent, text, reference) => {
      if (reference === null) return
      const index = indexOf(parent, reference)
      const previous = parent.children[index - 1]
      if (previous instanceof PageText) previous.text += text
      else insertAt(parent, createText(text), index)
    },
    detachNode: (node) => {
      if (node === null || node.parent === null) return
      const { parent } = node
      const index = indexOf(parent, node)
      if (index === parent.children.length - 1) parent.children.pop()
      else parent.children.splice(index, 1)
      node.parent = null
    },
    adoptAttributes: (element, attributes) => {
      for (const attribute of attributes) {
        if (element.attributes.length >= maxAdoptedAttributes) return
        if (attributeOf(element, attribute.name) === undefined) element.attributes.push(attribute)
      }
    },

    setTemplateContent: (template, content) => appendChild(template, content),
    getTemplateContent: (template) => template.children[0] as PageElement,
    setDocumentType: () => {},
    setDocumentMode: (_, value) => {
      mode = value
    },
    getDocumentMode: () => mode,

    getFirstChild: (element) => element.children[0] ?? null,
    getChildNodes: (element) => element.children,
    getParentNode: (node) => node?.parent ?? null,
    getAttrList: (element) => element.attributes,
    getTagName: (element) => element.name,
    getNamespaceURI: (element) => element.namespace,
    getTextNodeContent: (node) => node.text,
    isTextNode: (node) => node instanceof PageText,
    isElementNode: (node): node is PageElement => node instanceof PageElement && !node.isRoot,

    isCommentNode: (_): _ is null => false,
    isDocumentTypeNode: (_): _ is null => false,
    getCommentNodeContent: () => "",
    getDocumentTypeNodeName: () => "",
    getDocumentTypeNodePublicId: () => "",
    getDocumentTypeNodeSystemId: () => "",
    setNodeSourceCodeLocation: () => {},
    getNodeSourceCodeLocation: () => null,
    updateNodeSourceCodeLocation: () => {}
  }
}

/** The parser moves nodes from the end, so the last child is tried first. */
const indexOf = (parent: PageElement, node: PageNode): number => {
  const last = parent.children.length - 1
  return parent.children[last] === node ? last : parent.children.indexOf(node)
}
