/** A site that somebody asks about. */
export interface NamedSite {
  /** Where it may be found, the likelier first. */
  readonly urls: ReadonlyArray<string>
  readonly host: string
}
