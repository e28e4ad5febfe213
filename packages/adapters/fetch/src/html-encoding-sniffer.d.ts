/** The part of html-encoding-sniffer that is used; the package has no types of its own. */
declare module "html-encoding-sniffer" {
  /** The canonical name of the encoding of these bytes (encoding.spec.whatwg.org). */
  export default function sniff(
    bytes: Uint8Array,
    options?: {
      readonly xml?: boolean
      readonly transportLayerEncodingLabel?: string
      readonly defaultEncoding?: string
      readonly maxPrescanBytes?: number
    }
  ): string
}
