/** How the auth library's models map to our tables. */

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

export const userTable = { modelName: 'auth_users', fields: { ...times, emailVerified: 'email_verified' } }

export const sessionTable = {
  modelName: 'auth_sessions',
  fields: {
    ...times,
    userId: 'user_id',
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
  },
}

export const accountTable = {
  modelName: 'auth_accounts',
  fields: {
    ...times,
    userId: 'user_id',
    accountId: 'account_id',
    providerId: 'provider_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
  },
}

export const verificationTable = {
  modelName: 'auth_verifications',
  fields: { ...times, expiresAt: 'expires_at' },
}

export const twoFactorSchema = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'auth_two_factors',
    fields: {
      backupCodes: 'backup_codes',
      userId: 'user_id',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
}

export const jwksTable = {
  modelName: 'auth_jwks',
  fields: {
    publicKey: 'public_key',
    privateKey: 'private_key',
    createdAt: 'created_at',
    expiresAt: 'expires_at',
  },
}
