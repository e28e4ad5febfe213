/** What something may be in the end, when several said what it should be and not all were told whether they were heard. */
export class LastWord<A> {
  private acceptable = new Set<A>()
  /** Said, and not known to have been heard; each with what was heard since it was said. */
  private readonly open = new Map<A, Set<A>>()

  constructor(first: A) {
    this.acceptable.add(first)
  }

  /** Somebody asks for a value; call before asking. */
  said(value: A): void {
    this.open.set(value, new Set())
    this.acceptable.add(value)
  }

  /** It was acknowledged: only what was asked for or acknowledged beside or after it can have replaced it. */
  heard(value: A): void {
    const beside = this.open.get(value) ?? new Set()
    this.open.delete(value)
    for (const since of this.open.values()) since.add(value)
    this.acceptable = new Set([value, ...beside, ...this.open.keys()])
  }

  accepts(value: A): boolean {
    return this.acceptable.has(value)
  }
}
