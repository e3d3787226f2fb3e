// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Bagatelle",
  products: [
    .library(name: "Bagatelle", targets: ["Bagatelle"]),
    .library(name: "BagatelleABI", targets: ["BagatelleABI"]),
  ],
  targets: [
    .target(name: "CBagatelle"),
    .target(
      name: "BagatelleKernels", dependencies: ["CBagatelle"],
      swiftSettings: [.enableExperimentalFeature("BuiltinModule")]),
    .target(
      name: "BagatelleCore", dependencies: ["CBagatelle", "BagatelleKernels"],
      swiftSettings: [.enableExperimentalFeature("BuiltinModule")]),
    .target(name: "Bagatelle", dependencies: ["BagatelleCore"]),
    .target(name: "BagatelleABI", dependencies: ["Bagatelle", "CBagatelle"], exclude: ["exports.txt"]),
    .testTarget(name: "CoreTests", dependencies: ["BagatelleCore"]),
  ]
)
