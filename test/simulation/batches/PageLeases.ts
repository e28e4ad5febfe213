/**
 * Watches that no page of a batch is taken from a holder whose lease still lasts by the one true clock, and that no more
 * claims of it count as lost than were.
 */
export class PageLeases {
  /** When each page was last claimed or renewed, in true milliseconds. */
  private readonly grantedAt = new Map<string, number>()
  /** How often each page was claimed while a claim before it was neither recorded nor given back. */
  private readonly lost = new Map<string, number>()
  private readonly leaseMillis: number
  private readonly violated: (what: string) => void

  constructor(leaseMillis: number, violated: (what: string) => void) {
    this.leaseMillis = leaseMillis
    this.violated = violated
  }

  claimed(page: string, nowMillis: number, losses: number): void {
    const granted = this.grantedAt.get(page)
    if (granted !== undefined) this.lost.set(page, (this.lost.get(page) ?? 0) + 1)
    if (losses > (this.lost.get(page) ?? 0)) this.violated("a page counts as lost that was given back")
    if (granted !== undefined && nowMillis - granted < this.leaseMillis - 1)
      this.violated("a page was taken whose lease still held")
    this.grantedAt.set(page, nowMillis)
  }

  renewed(page: string, nowMillis: number): void {
    this.grantedAt.set(page, nowMillis)
  }

  /** It was recorded or given back. */
  ended(page: string): void {
    this.grantedAt.delete(page)
  }
}
