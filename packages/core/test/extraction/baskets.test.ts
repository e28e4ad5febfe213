import { assert, describe, it } from "@effect/vitest"
import {
  isBasketLink,
  isBasketName,
  isBasketPart,
  isBasketPath,
  isOfBasket
} from "../../src/extraction/domain/baskets.ts"

describe("baskets", () => {
  it("are told from what is sold by what a short text says", () => {
    const own = [
      "Basket (0) £0.00",
      "Cart $0.00",
      "0 items - £0.00",
      "0 Artikel 0,00 €",
      "Warenkorb 0,00 €",
      "Your basket: 2 items £30.00",
      "Mon panier 0,00 €",
      "Carrito (0) 0,00 €",
      "Koszyk: 0,00 zł",
      "Корзина 0 ₽",
      "カート 0円",
      "Cart subtotal: $12.00"
    ]
    const others = [
      "Add to basket £64.00",
      "In den Warenkorb 64,00 €",
      "Basket £45.00",
      "Bag £45.00",
      "Picnic basket £0.00",
      "3 items for £20",
      "£0.00",
      "Free delivery from 0 items",
      "Total £30.00",
      "Basketball (2) £9.00",
      "Cart wheel, 2 spokes £9.00"
    ]
    assert.deepStrictEqual(
      own.filter((text) => !isOfBasket(text)),
      []
    )
    assert.deepStrictEqual(others.filter(isOfBasket), [])
    assert.isFalse(isOfBasket(`Basket (0) £0.00${" ".repeat(100)}`))
  })

  it("have names, addresses and parts of pages of their own", () => {
    assert.isTrue(["Your basket", "Warenkorb (2)", "Shopping cart", "Carrito de compra"].every(isBasketName))
    assert.isFalse(["Picnic basket", "Kettle", "Basket case", "Cart wheels"].some(isBasketName))
    assert.isTrue(["/basket", "/de/warenkorb/", "https://a.example/cart?x=1", "/cart.php#top"].every(isBasketPath))
    assert.isFalse(
      ["/cart/add/3", "/cart?add=3", "/baskets/picnic", "/shop/cartridge", "/?add-to-cart=3"].some(isBasketPath)
    )
    assert.isTrue(["mini-cart", "site-header-cart", "cart-contents", "basket-drawer", "minicart"].every(isBasketPart))
    assert.isFalse(["cart", "add-to-cart", "cartridge", "basketball-header", "card-header"].some(isBasketPart))
    assert.isTrue(["£0.00", "0 items £0.00", "View basket", "Cart (2)"].every(isBasketLink))
    assert.isFalse(["Buy now for £64.00", "Kettle £64.00"].some(isBasketLink))
  })
})
