/** Watches that no page of a batch is taken from a holder whose lease still lasts by the one true clock. */
export class PageLeases {
  /** When each page was last claimed or renewed, in true milliseconds. */
  private readonly grantedAt = new Map<string, number>()
  private readonly leaseMillis: number
  private readonly violated: (what: string) => void

  constructor(leaseMillis: number, violated: (what: string) => void) {
    this.leaseMillis = leaseMillis
    this.violated = violated
  }

  claimed(page: string, nowMillis: number): void {
    const granted = this.grantedAt.get(page)
    if (granted !== undefined && nowMillis - granted < this.leaseMillis - 1)
      this.violated("a page was taken whose lease still held")
    this.grantedAt.set(page, nowMillis)
  }

  renewed(page: string, nowMillis: number): void {
    this.grantedAt.set(page, nowMillis)
  }

  ended(page: string): void {
    this.grantedAt.delete(page)
  }
}
