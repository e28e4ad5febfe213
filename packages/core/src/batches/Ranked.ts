/** What stands in an order in which it moves, the first of which is asked for again and again: a heap that knows where each stands. */
export class Ranked<A> {
  readonly #items: Array<A> = []
  readonly #places = new Map<A, number>()
  readonly #order: (a: A, b: A) => number

  /** `order` is less than zero where `a` comes first. What it tells of an item may change right before that is placed again. */
  constructor(order: (a: A, b: A) => number) {
    this.#order = order
  }

  get first(): A | undefined {
    return this.#items[0]
  }

  /** Takes in an item, or finds its new place. */
  place(item: A): void {
    const at = this.#places.get(item)
    if (at === undefined) this.#set(this.#items.length, item)
    this.#settle(at ?? this.#items.length - 1)
  }

  remove(item: A): void {
    const at = this.#places.get(item)
    if (at === undefined) return
    this.#places.delete(item)
    const last = this.#items.pop()!
    if (last === item) return
    this.#set(at, last)
    this.#settle(at)
  }

  #set(at: number, item: A): void {
    this.#items[at] = item
    this.#places.set(item, at)
  }

  #isBefore(a: number, b: number): boolean {
    return this.#order(this.#items[a]!, this.#items[b]!) < 0
  }

  #swap(a: number, b: number): number {
    const [first, second] = [this.#items[a]!, this.#items[b]!]
    this.#set(a, second)
    this.#set(b, first)
    return b
  }

  #settle(from: number): void {
    let at = from
    for (let above = (at - 1) >> 1; at > 0 && this.#isBefore(at, above); above = (at - 1) >> 1)
      at = this.#swap(at, above)
    for (;;) {
      const left = 2 * at + 1
      if (left >= this.#items.length) return
      const below = left + 1 < this.#items.length && this.#isBefore(left + 1, left) ? left + 1 : left
      if (!this.#isBefore(below, at)) return
      at = this.#swap(at, below)
    }
  }
}
