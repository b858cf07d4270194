import { downloadAuditEvents, getAuditActors, getAuditEvents } from './shop/audit.ts';
import { getCitiesDeliveryAverage, getDashboardAnalytics } from './shipments/analytics.ts';
import { getAppLinks } from './shop/app-links.ts';
import {
  bookBatch,
  confirmBatchRows,
  createBatch,
  deleteBatch,
  editBatchRows,
  getBatch,
  getBatches,
  retryBatch,
  stopBatch,
} from './booking/batches.ts';
import { getBookingRules, saveBookingRules } from './couriers/booking-rules.ts';
import { deleteCityChoice, getCityChoices } from './couriers/city-choices.ts';
import { getEarlierParcels, getOrderFromShopify, getOrdersFromShopify, mergeOrders } from './booking/order-data.ts';
import { bookOrder, bookOrders } from './booking/booking.ts';
import {
  createAccount,
  getAccounts,
  getAccountsTable,
  getActiveAccounts,
  getCities,
  getEditAccount,
  getTcsCities,
  updateAccount,
  verifyAccount,
} from './couriers/courier-accounts.ts';
import { getCourierHealth } from './couriers/courier-health.ts';
import { download, fetchLabels, getLabelPrint, printLabels } from './shipments/labels.ts';
import {
  createLoadSheets,
  getLoadSheets,
  getWaitingParcels,
  handOverLoadSheet,
  printLoadSheet,
} from './shipments/load-sheets.ts';
import {
  deleteExport,
  downloadCsv,
  downloadSelection,
  exportOrders,
  fetchExport,
  getExport,
  getExportChoice,
  getExports,
} from './shipments/exports.ts';
import { endCourierPush, getCourierPush, setUpCourierPush } from './couriers/courier-pushes.ts';
import { trackOrderPublic } from './shipments/public-tracking.ts';
import { getImportPreview, previewImport } from './imports/import-previews.ts';
import {
  bulkFulfilment,
  fetchFailedRows,
  getImport,
  getImportRows,
  getImports,
  importOrders,
  storeRowFile,
} from './imports/imports.ts';
import { checkResetLink, resetPassword, sendResetEmail } from './shop/password-resets.ts';
import { searchShop } from './shop/search.ts';
import {
  endOtherSessions,
  endOwnSession,
  exchangeSession,
  getMe,
  getOtherShops,
  switchShop,
  getSessions,
  loginUser,
  logout,
} from './shop/sessions.ts';
import { getCustomerMails, saveCustomerMail, sendEmail, sendTestMail } from './shop/customer-mails.ts';
import { getOldCustomers, previewOldCustomers, saveOldCustomers } from './shop/old-customers.ts';
import { getSettings, saveSettings } from './shop/settings.ts';
import {
  getShopLook,
  previewLabel,
  removeLogo,
  saveLabelSettings,
  saveLogo,
  saveTrackingPage,
} from './shop/shop-look.ts';
import {
  createOrderView,
  deleteOrderView,
  getOrderViews,
  sortOrderViews,
  updateOrderView,
} from './shipments/order-views.ts';
import { describeSelection } from './shipments/shipment-selection.ts';
import {
  createShipmentTask,
  getShipmentTask,
  getShipmentTasks,
  dismissShipmentTask,
  retryShipmentTask,
  stopShipmentTask,
} from './shipments/shipment-tasks.ts';
import { getAttention, resolveShipment } from './shipments/attention.ts';
import { getDifferenceCount } from './shipments/difference-count.ts';
import {
  dismissDifferences,
  getDifferenceRepairs,
  getDifferences,
  reopenDifference,
  repairDifferences,
  startComparison,
} from './shipments/differences.ts';
import {
  cancelBooking,
  deleteOrder,
  getAllOrders,
  getFilterChoices,
  getFilterTotals,
  getShipment,
  trackOrder,
} from './shipments/shipments.ts';
import {
  assignCourierAccount,
  describeStoreOrders,
  getNextStoreOrder,
  getStoreOrderChoices,
} from './store-orders/store-order-queue.ts';
import { getStoreImport, retryStoreImport } from './store-orders/store-import.ts';
import { getMergeSuggestions, getStoreOrder, getStoreOrders, refreshStoreOrders } from './store-orders/store-orders.ts';
import { checkStore, getStoreState, reconnectStore } from './shop/store-closure.ts';
import { cancelSubscription, checkSubscription, subscribe } from './shop/subscriptions.ts';
import {
  getPersonChart,
  getPersonCount,
  getPersonTotals,
  getPersonWork,
  getStaffChart,
  getStaffTable,
} from './shop/staff.ts';
import { getTrackingChecks } from './shipments/tracking-checks.ts';
import { getChecklist, getToDoItems, saveChecklistStep } from './shop/to-do.ts';
import {
  addPasskey,
  beginConfirmation,
  beginPasskey,
  beginPasskeySignIn,
  beginSecondFactor,
  getPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  verifyPasskey,
} from './shop/passkeys.ts';
import {
  forgetAllDevices,
  forgetDevice,
  getQrCode,
  getRememberedDevices,
  getTwoFactor,
  renewRecoveryCodes,
  requireTwoFactor,
  resetTwoFactor,
  turnOffTwoFactor,
  verifyAuthenticatorCode,
  verifyQrCode,
} from './shop/two-factor.ts';
import {
  changeEmail,
  changeOwnPassword,
  changeUserPassword,
  createUser,
  deleteUser,
  editTag,
  editUser,
  getUser,
  getUsers,
  getUserToEdit,
  resendEmail,
  restrictUser,
  verifyEmail,
} from './shop/users.ts';

/** Every endpoint of the API by its subject, for the OpenAPI document and for tests that walk them all. */
export const endpointsBySubject = {
  'Sign-in': [
    getAppLinks,
    loginUser,
    exchangeSession,
    getMe,
    getOtherShops,
    switchShop,
    logout,
    getSessions,
    endOwnSession,
    endOtherSessions,
    sendResetEmail,
    checkResetLink,
    resetPassword,
  ],
  'Two-factor': [
    getTwoFactor,
    getQrCode,
    verifyQrCode,
    verifyAuthenticatorCode,
    turnOffTwoFactor,
    renewRecoveryCodes,
    requireTwoFactor,
    resetTwoFactor,
    getRememberedDevices,
    forgetDevice,
    forgetAllDevices,
    getPasskeys,
    beginConfirmation,
    beginPasskey,
    addPasskey,
    renamePasskey,
    removePasskey,
    beginPasskeySignIn,
    signInWithPasskey,
    beginSecondFactor,
    verifyPasskey,
  ],
  Users: [
    getUsers,
    getUser,
    getUserToEdit,
    createUser,
    editUser,
    restrictUser,
    deleteUser,
    editTag,
    changeEmail,
    changeUserPassword,
    changeOwnPassword,
    verifyEmail,
    resendEmail,
  ],
  'Activity log': [getAuditEvents, getAuditActors, downloadAuditEvents],
  Plan: [checkSubscription, subscribe, cancelSubscription],
  Store: [getStoreState, checkStore, reconnectStore, getStoreImport, retryStoreImport],
  'Courier accounts': [
    getAccountsTable,
    getAccounts,
    getActiveAccounts,
    getCourierHealth,
    createAccount,
    verifyAccount,
    getEditAccount,
    updateAccount,
    getCities,
    getTcsCities,
    getCourierPush,
    setUpCourierPush,
    endCourierPush,
    getBookingRules,
    saveBookingRules,
    getCityChoices,
    deleteCityChoice,
  ],
  Settings: [
    getSettings,
    saveSettings,
    getShopLook,
    saveLabelSettings,
    saveTrackingPage,
    saveLogo,
    previewLabel,
    removeLogo,
    getCustomerMails,
    saveCustomerMail,
    sendTestMail,
    getOldCustomers,
    previewOldCustomers,
    saveOldCustomers,
  ],
  'Store orders': [
    getStoreOrders,
    getStoreOrder,
    refreshStoreOrders,
    getMergeSuggestions,
    getStoreOrderChoices,
    getNextStoreOrder,
    describeStoreOrders,
    assignCourierAccount,
  ],
  Booking: [
    getEarlierParcels,
    getOrderFromShopify,
    getOrdersFromShopify,
    mergeOrders,
    bookOrder,
    bookOrders,
    getShipment,
    cancelBooking,
    resolveShipment,
  ],
  Batches: [
    createBatch,
    getBatches,
    getBatch,
    editBatchRows,
    bookBatch,
    retryBatch,
    confirmBatchRows,
    stopBatch,
    deleteBatch,
  ],
  Orders: [
    getAllOrders,
    getFilterTotals,
    getFilterChoices,
    describeSelection,
    deleteOrder,
    sendEmail,
    getOrderViews,
    createOrderView,
    updateOrderView,
    deleteOrderView,
    sortOrderViews,
    createShipmentTask,
    getShipmentTasks,
    getShipmentTask,
    retryShipmentTask,
    stopShipmentTask,
    dismissShipmentTask,
  ],
  Tracking: [trackOrder, trackOrderPublic, getTrackingChecks],
  'Needs attention': [
    getAttention,
    getDifferences,
    getDifferenceCount,
    getDifferenceRepairs,
    startComparison,
    repairDifferences,
    dismissDifferences,
    reopenDifference,
  ],
  Dashboard: [
    searchShop,
    getDashboardAnalytics,
    getCitiesDeliveryAverage,
    getToDoItems,
    getChecklist,
    saveChecklistStep,
    getStaffTable,
    getStaffChart,
    getPersonChart,
    getPersonTotals,
    getPersonCount,
    getPersonWork,
  ],
  'Labels and load sheets': [
    printLabels,
    getLabelPrint,
    fetchLabels,
    download,
    getLoadSheets,
    getWaitingParcels,
    createLoadSheets,
    printLoadSheet,
    handOverLoadSheet,
  ],
  Exports: [
    getExportChoice,
    exportOrders,
    getExports,
    getExport,
    fetchExport,
    deleteExport,
    downloadCsv,
    downloadSelection,
  ],
  Imports: [
    storeRowFile,
    importOrders,
    bulkFulfilment,
    previewImport,
    getImportPreview,
    getImports,
    getImport,
    getImportRows,
    fetchFailedRows,
  ],
} as const;

export const everyEndpoint = Object.values(endpointsBySubject).flat();
