/** What buttons say that one buys with. */

/** Words that may go on behind are taken whole: who subscribes buys nothing, nor who reads the terms of it. */
const buys =
  /^(?:add to (?:cart|bag|basket|trolley)|buy(?: it)?(?: now)?|buy licen[cs]e|pre-?order(?: now)?|order(?: now)?|purchase|sold out|notify me|in den (?:warenkorb|einkaufswagen)(?: legen)?|jetzt (?:kaufen|bestellen)|kaufen|vorbestellen|ausverkauft|ajouter au panier|acheter|précommander|añadir (?:al carrito|a la cesta|a la bolsa)|agregar al carrito|comprar(?: ahora| agora)?|agotado|aggiungi al carrello|acquista|in winkelwagen|in winkelmand|toevoegen|bestellen|do koszyka|dodaj do koszyka|kup teraz|adicionar ao carrinho|lägg i (?:varukorg|kundvagn)en?|læg i kurv|lisää ostoskoriin|(?:legg i handlekurv(?:en)?|kjøp|köp(?: nu)?$|køb(?: nu)?$|(?:(?:vložit|přidat) )?do košíku|koupit|kosárba|megveszem|sepete ekle(?:yin)?|(?:satın|hemen) al(?:ın)?|adaugă în coș(?:ul)?|(?:добавить )?в корзину|купить|оформить заказ|предзаказ(?:ать)?|(?:додати )?до кошика|купити|добави в количката|προσθήκη στο καλάθι|thêm vào giỏ|mua ngay|tambah(?:kan)? ke keranjang|beli sekarang|أضف إلى (?:السلة|عربة|العربة)|اشتر\p{M}?ي?|افزودن به سبد(?: خرید)?|خرید(?: کنید)?$|הוספה לסל|הוסף לסל)(?!\p{L})|หยิบใส่ตะกร้า|เพิ่มลงตะกร้า|カートに入れる|カートに追加|購入する|加入购物车|立即购买|장바구니)/iu

/** Whether a button or a line of it is there to buy with. @internal */
export const isToBuy = (text: string): boolean => text.length <= 60 && buys.test(text)
