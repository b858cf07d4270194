import { fulfillmentOrder, fulfillmentOrderFacts } from './fulfilment-order-fields.ts';

/**
 * The GraphQL texts we send, here and in fulfilment-operations.ts and billing-operations.ts, for API version
 * 2026-10. A test validates each against the real schema and our scopes.
 * Fields that nothing of ours reads are left out: they cost points.
 */

export const ShopInfo = `
query ShopInfo {
  shop {
    id
    name
    email
    shopOwnerName
    myshopifyDomain
    url
    primaryDomain { url }
    ianaTimezone
    currencyCode
    plan { partnerDevelopment }
    shopAddress { address1 address2 city phone }
  }
}
`;

export const GrantedScopes = `
query GrantedScopes {
  currentAppInstallation {
    accessScopes { handle }
  }
}
`;

const money = `
fragment Money on MoneyBag {
  shopMoney { amount }
}
`;

const orderHeader = `
fragment OrderHeader on Order {
  id
  name
  number
  createdAt
  updatedAt
  closedAt
  cancelledAt
  test
  tags
  note
  email
  phone
  currencyCode
  displayFinancialStatus
  displayFulfillmentStatus
  requiresShipping
  taxesIncluded
  paymentGatewayNames
  discountCodes
  subtotalPriceSet { ...Money }
  currentShippingPriceSet { ...Money }
  totalDiscountsSet { ...Money }
  totalTaxSet { ...Money }
  currentTotalPriceSet { ...Money }
  totalOutstandingSet { ...Money }
  currentTotalWeight
  shippingAddress {
    name firstName lastName company address1 address2 city province zip country phone
  }
}
`;

const lineFields = `
fragment LineFields on LineItem {
  id
  title
  variantTitle
  sku
  quantity
  currentQuantity
  unfulfilledQuantity
  requiresShipping
  image { url(transform: { maxWidth: 256, maxHeight: 256 }) }
  originalUnitPriceSet { ...Money }
  discountedUnitPriceAfterAllDiscountsSet { ...Money }
  taxLines { rate }
  weight { unit value }
}
`;

export const OrdersPage = `
query OrdersPage($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes {
      ...OrderHeader
      lineItems(first: 50) { nodes { ...LineFields } pageInfo { hasNextPage endCursor } }
      fulfillmentOrders(first: 5) { nodes { ...FulfillmentOrderFields } pageInfo { hasNextPage endCursor } }
    }
    pageInfo { hasNextPage endCursor }
  }
}
${orderHeader}${lineFields}${fulfillmentOrder}${money}`;

export const OrdersByIds = `
query OrdersByIds($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    id
    ... on Order {
      ...OrderHeader
      lineItems(first: 50) { nodes { ...LineFields } pageInfo { hasNextPage endCursor } }
      fulfillmentOrders(first: 5) { nodes { ...FulfillmentOrderFields } pageInfo { hasNextPage endCursor } }
    }
  }
}
${orderHeader}${lineFields}${fulfillmentOrder}${money}`;

export const OrderStates = `
query OrderStates($ids: [ID!]!, $fulfillments: Int!) {
  nodes(ids: $ids) {
    __typename
    id
    ... on Order {
      updatedAt
      cancelledAt
      displayFinancialStatus
      totalOutstandingSet { ...Money }
      fulfillments(first: $fulfillments) {
        id
        status
        createdAt
        trackingInfo(first: 5) { number company }
      }
    }
  }
}
${money}`;

export const OrderLineItemsPage = `
query OrderLineItemsPage($id: ID!, $after: String!) {
  order(id: $id) {
    id
    lineItems(first: 250, after: $after) { nodes { ...LineFields } pageInfo { hasNextPage endCursor } }
  }
}
${lineFields}${money}`;

export const AddTags = `
mutation AddTags($id: ID!, $tags: [String!]!) {
  tagsAdd(id: $id, tags: $tags) {
    node { id }
    userErrors { field message }
  }
}
`;

export const RemoveTags = `
mutation RemoveTags($id: ID!, $tags: [String!]!) {
  tagsRemove(id: $id, tags: $tags) {
    node { id }
    userErrors { field message }
  }
}
`;

export const OrderPayment = `
query OrderPayment($id: ID!) {
  order(id: $id) { id displayFinancialStatus canMarkAsPaid capturable currencyCode totalOutstandingSet { ...Money } }
}
${money}`;

export const MarkOrderPaid = `
mutation MarkOrderPaid($input: OrderMarkAsPaidInput!) {
  orderMarkAsPaid(input: $input) {
    order { id displayFinancialStatus }
    userErrors { field message }
  }
}
`;

/** Grouped: the items of an order follow it directly. */
export const StartBulk = `
mutation StartBulk($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) {
    bulkOperation { id }
    userErrors { code field message }
  }
}
`;

export const BulkStatus = `
query BulkStatus($id: ID!) {
  bulkOperation(id: $id) { id status errorCode rootObjectCount url partialDataUrl }
}
`;

/** Newest first. */
export const RecentBulks = `
query RecentBulks {
  bulkOperations(first: 10, query: "operation_type:query", sortKey: CREATED_AT, reverse: true) {
    nodes { id status query }
  }
}
`;

/** Without a limit, Shopify counts to 10,000. */
export const CountOrders = `
query CountOrders($query: String!) {
  ordersCount(query: $query, limit: null) { count }
}
`;

export const createdSince = (since: Date): string => `created_at:>='${searchTime(since)}'`;

/** The text given to `StartBulk`. It takes no variables and no `nodes`; orders and lines come back as JSON lines. */
export function ordersCreatedSince(since: Date): string {
  return `
query {
  orders(query: "${createdSince(since)}") {
    edges {
      node {
        ...OrderHeader
        lineItems { edges { node { ...LineFields } } }
        fulfillmentOrders { edges { node { ...FulfillmentOrderFacts } } }
      }
    }
  }
}
${orderHeader}${lineFields}${fulfillmentOrderFacts}${money}`;
}

/** Whole seconds, rounded down: a search that begins too early only repeats. */
export function searchTime(moment: Date): string {
  return moment.toISOString().replace(/\.\d+Z$/, 'Z');
}

export const WebhookList = `
query WebhookList($first: Int!, $after: String) {
  webhookSubscriptions(first: $first, after: $after) {
    nodes { id topic uri format }
    pageInfo { hasNextPage endCursor }
  }
}
`;

export const CreateWebhook = `
mutation CreateWebhook($topic: WebhookSubscriptionTopic!, $input: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $input) {
    webhookSubscription { id }
    userErrors { field message }
  }
}
`;

export const DeleteWebhook = `
mutation DeleteWebhook($id: ID!) {
  webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }
}
`;
