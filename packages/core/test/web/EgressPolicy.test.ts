import { BlockList, isIP } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import {
  type EgressPolicy,
  isAllowedAddress,
  mayResolve,
  parseAllow,
  publicOnly
} from "../../src/web/domain/EgressPolicy.ts"
import { formatIp, type IpAddress, parseIp, parseRange } from "../../src/web/domain/IpAddress.ts"

const nobody = { host: "example.com", port: 443 }

const allowing = (items: string): EgressPolicy => ({ ...publicOnly, allow: Result.getOrThrow(parseAllow(items)) })

/** Written from the IANA registries a second time, with first and last addresses instead of prefixes. */
const refusedIpv4: ReadonlyArray<readonly [string, string]> = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["168.63.129.16", "168.63.129.16"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.31.196.0", "192.31.196.255"],
  ["192.52.193.0", "192.52.193.255"],
  ["192.88.99.0", "192.88.99.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["192.175.48.0", "192.175.48.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "255.255.255.255"]
]

const refusedIpv6: ReadonlyArray<readonly [string, string]> = [
  ["::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff"],
  ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"]
]

const ipv4 = new BlockList()
for (const [first, last] of refusedIpv4) ipv4.addRange(first, last, "ipv4")
const ipv6 = new BlockList()
for (const [first, last] of refusedIpv6) ipv6.addRange(first, last, "ipv6")

/** The second classifier, which shares no code with the first. */
const allowedByBlockList = (text: string): boolean =>
  isIP(text) === 4 ? !ipv4.check(text) : !ipv6.check(text, "ipv6") && !/:(?:0|200):5efe(?::[0-9a-f]+){2}$/.test(text)

const edges = (table: ReadonlyArray<readonly [string, string]>, allBits: bigint): ReadonlyArray<bigint> =>
  table
    .flat()
    .flatMap((text) => parseIp(text)?.value ?? [])
    .flatMap((value) => [-2n, -1n, 0n, 1n, 2n].map((step) => BigInt.asUintN(Number(allBits), value + step)))

const anyIpv4: fc.Arbitrary<IpAddress> = fc
  .oneof(fc.bigInt(0n, 2n ** 32n - 1n), fc.constantFrom(...edges(refusedIpv4, 32n)))
  .map((value) => ({ family: 4, value }))

const isatap = fc
  .tuple(fc.bigInt(0n, 2n ** 64n - 1n), fc.constantFrom(0n, 0x200n, 0x201n, 1n), fc.bigInt(0n, 2n ** 32n - 1n))
  .map(([prefix, bits, inner]) => (prefix << 64n) | (bits << 48n) | (0x5efen << 32n) | inner)

const anyIpv6: fc.Arbitrary<IpAddress> = fc
  .oneof(
    fc.bigInt(0n, 2n ** 128n - 1n),
    fc.bigInt(2n ** 125n, 2n ** 126n - 1n),
    fc.constantFrom(...edges(refusedIpv6, 128n)),
    isatap
  )
  .map((value) => ({ family: 6, value }))

describe("EgressPolicy", () => {
  it("agrees with a second classifier on 100,000 addresses", () => {
    fc.assert(
      fc.property(fc.oneof(anyIpv4, anyIpv6), (address) => {
        const text = formatIp(address)
        assert.strictEqual(isAllowedAddress(text, nobody, publicOnly), allowedByBlockList(text), text)
      }),
      { numRuns: 100_000 }
    )
  })

  it("reads exactly the addresses that node:net reads, zones aside", () => {
    const spelling = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.ipV4Extended(),
      fc.string({ unit: fc.constantFrom(..."0123456789abcdefF:.:.".split("")), maxLength: 24 }),
      fc
        .array(fc.constantFrom("0", "1", "ffff", "", "127.0.0.1", "00", "12345"), { maxLength: 9 })
        .map((parts) => parts.join(":"))
    )
    fc.assert(
      fc.property(spelling, (text) => {
        assert.strictEqual(parseIp(text)?.family ?? 0, isIP(text), text)
      }),
      { numRuns: 20_000 }
    )
    assert.isNull(parseIp("fe80::1%eth0"))
  })

  it("writes an address so that it is read back as the same one", () => {
    fc.assert(
      fc.property(fc.oneof(anyIpv4, anyIpv6), (address) => {
        assert.deepStrictEqual(parseIp(formatIp(address)), address)
      })
    )
  })

  it("opens a private range, and nothing beside it", () => {
    const policy = allowing("10.1.0.0/16, fd12::/32")
    assert.isTrue(isAllowedAddress("10.1.255.255", nobody, policy))
    assert.isTrue(isAllowedAddress("fd12::1", nobody, policy))
    assert.isFalse(isAllowedAddress("10.2.0.0", nobody, policy))
    assert.isFalse(isAllowedAddress("::ffff:10.1.0.1", nobody, policy))
  })

  it("opens whatever address a named host has, on the named port only", () => {
    const policy = allowing("wiki.corp:8080, Localhost")
    assert.isTrue(mayResolve({ host: "wiki.corp", port: 8080 }, policy))
    assert.isFalse(mayResolve({ host: "wiki.corp", port: 80 }, policy))
    assert.isTrue(mayResolve({ host: "localhost", port: 80 }, policy))
    assert.isTrue(mayResolve({ host: "any.corp", port: 9 }, allowing("10.0.0.0/8")))
    assert.isFalse(mayResolve({ host: "any.corp", port: 9 }, allowing("10.0.0.1:80")))
    assert.isTrue(isAllowedAddress("10.0.0.1", { host: "wiki.corp", port: 8080 }, policy))
    assert.isFalse(isAllowedAddress("10.0.0.1", { host: "wiki.corp", port: 80 }, policy))
    assert.isFalse(isAllowedAddress("10.0.0.1", { host: "example.com", port: 8080 }, policy))
    assert.isTrue(isAllowedAddress("::1", { host: "localhost", port: 3000 }, policy))
  })

  it("keeps the addresses of cloud credentials shut unless one is named itself", () => {
    const wide = allowing("0.0.0.0/0, ::/0, example.com, 169.254.0.0/16, 169.254.169.254/31")
    const addresses = [
      ...["169.254.169.254", "169.254.170.2", "168.63.129.16", "100.100.100.200", "fd00:ec2::254", "fd20:ce::254"],
      ...["::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a9fe:a9fe", "2002:a9fe:a9fe::1"],
      ...["2001:0:4136:e378:8000:63bf:5601:5601", "2600::5efe:a9fe:a9fe"]
    ]
    for (const ip of addresses) {
      assert.isFalse(isAllowedAddress(ip, nobody, wide), ip)
      assert.isTrue(isAllowedAddress(ip, nobody, allowing(ip)), ip)
    }
    assert.isTrue(isAllowedAddress("169.254.169.254", nobody, allowing("169.254.169.254/32")))
    assert.isFalse(isAllowedAddress("169.254.169.254", nobody, allowing("169.254.169.254:80")))
  })

  it("refuses this machine's own public addresses", () => {
    const own = parseRange("93.184.215.14")
    assert.isNotNull(own)
    const policy = { ...publicOnly, own: own === null ? [] : [own] }
    assert.isFalse(isAllowedAddress("93.184.215.14", nobody, policy))
    assert.isTrue(isAllowedAddress("93.184.215.15", nobody, policy))
  })

  it("judges a translated address by the one inside on an IPv6-only network", () => {
    const policy = { ...publicOnly, nat64: true }
    assert.isTrue(isAllowedAddress("64:ff9b::808:808", nobody, policy))
    assert.isFalse(isAllowedAddress("64:ff9b::808:808", nobody, publicOnly))
    assert.isFalse(isAllowedAddress("64:ff9b::7f00:1", nobody, policy))
    assert.isFalse(isAllowedAddress("64:ff9b::a9fe:a9fe", nobody, policy))
    assert.isFalse(isAllowedAddress("64:ff9b:1::808:808", nobody, policy))
  })

  it("refuses text that is not an address", () => {
    for (const text of ["", "127.1", "0x7f000001", "2130706433", "localhost", "1.2.3.4.5", "::1%lo", "[::1]"]) {
      assert.isFalse(isAllowedAddress(text, nobody, allowing("0.0.0.0/0,::/0")), text)
    }
  })

  it("takes an empty allow list", () => {
    assert.deepStrictEqual(parseAllow(" , "), Result.succeed([]))
  })

  it.each([
    ["10.0.0.0/33", "10.0.0.0/8"],
    ["10.0.0.1/8", "Write 10.0.0.0/8."],
    ["http://localhost:3000/", "Write localhost:3000."],
    ["*.corp", "wildcard"],
    ["localhost:99999", "localhost:3000"],
    ["localhost:0", "localhost:3000"],
    ["user@host", "wiki.corp"],
    ["two words", "wiki.corp"],
    ["::1:zz", "wiki.corp"],
    ["10.0.0.0/8/9", "10.0.0.0/8"],
    [Array.from({ length: 257 }, (_, index) => `h${index}`).join(), "Write at most 256."]
  ])("says what to write instead of %s", (item, advice) => {
    const message = Result.getOrThrow(Result.flip(parseAllow(item)))
    assert.isTrue(message.startsWith("KITTIWAKE_EGRESS_ALLOW: "), message)
    assert.include(message, advice)
  })

  it.each([
    ["10.0.0.0/8", "10.0.0.0/8"],
    ["127.0.0.1", "127.0.0.1/32"],
    ["127.0.0.1:8080", "127.0.0.1/32 8080"],
    ["::1", "0:0:0:0:0:0:0:1/128"],
    ["[::1]:80", "0:0:0:0:0:0:0:1/128 80"],
    ["WIKI.Corp.", "wiki.corp"],
    ["wiki.corp:80", "wiki.corp 80"],
    ["bücher.test", "xn--bcher-kva.test"]
  ])("reads %s", (text, expected) => {
    const [item] = Result.getOrThrow(parseAllow(text))
    assert.isDefined(item)
    const subject =
      item?._tag === "Host"
        ? item.host
        : item === undefined
          ? ""
          : `${formatIp({ family: item.range.family, value: item.range.first })}/${item.range.prefixBits}`
    assert.strictEqual([subject, item?.port].filter((part) => part !== null).join(" "), expected)
  })
})
