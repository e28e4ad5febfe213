export const Delivery = () => null
