/** GraphQL texts for subscriptions. See operations.ts. */

export const CreateSubscription = `
mutation CreateSubscription(
  $name: String!
  $returnUrl: URL!
  $test: Boolean
  $replacementBehavior: AppSubscriptionReplacementBehavior
  $lineItems: [AppSubscriptionLineItemInput!]!
) {
  appSubscriptionCreate(
    name: $name
    returnUrl: $returnUrl
    test: $test
    replacementBehavior: $replacementBehavior
    lineItems: $lineItems
  ) {
    confirmationUrl
    appSubscription { id }
    userErrors { field message }
  }
}
`;

export const CancelSubscription = `
mutation CancelSubscription($id: ID!, $prorate: Boolean) {
  appSubscriptionCancel(id: $id, prorate: $prorate) {
    appSubscription { id }
    userErrors { field message }
  }
}
`;

/** What the store pays for now, and what became of given subscriptions. */
export const Billing = `
query Billing($ids: [ID!]!) {
  shop { plan { partnerDevelopment } }
  currentAppInstallation {
    activeSubscriptions {
      id
      test
      createdAt
      currentPeriodEnd
      lineItems { plan { pricingDetails { __typename ... on AppRecurringPricing { interval } } } }
    }
  }
  nodes(ids: $ids) { __typename ... on AppSubscription { id status } }
}
`;
