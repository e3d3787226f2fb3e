// swift-tools-version: 6.3
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
    .target(name: "ExampleSupport", dependencies: ["Bagatelle"], path: "Examples/Support"),
    .executableTarget(
      name: "example-falling-square", dependencies: ["Bagatelle", "ExampleSupport"], path: "Examples/FallingSquare"),
    .executableTarget(name: "example-flick", dependencies: ["Bagatelle", "ExampleSupport"], path: "Examples/Flick"),
    .executableTarget(
      name: "example-position-mapped-to-bounds", dependencies: ["Bagatelle", "ExampleSupport"],
      path: "Examples/PositionMappedToBounds"),
    .executableTarget(
      name: "example-sticky-corners", dependencies: ["Bagatelle", "ExampleSupport"], path: "Examples/StickyCorners"),
    .executableTarget(
      name: "example-repositioning", dependencies: ["Bagatelle", "ExampleSupport"], path: "Examples/Repositioning"),
    .executableTarget(
      name: "example-drag", dependencies: ["Bagatelle", "ExampleSupport"], path: "Examples/Drag"),
    .executableTarget(
      name: "example-drop-out", dependencies: ["Bagatelle", "ExampleSupport"], path: "Examples/DropOut"),
    .executableTarget(
      name: "example-shade", dependencies: ["Bagatelle", "ExampleSupport"], path: "Examples/Shade"),
    .executableTarget(
      name: "example-panel", dependencies: ["Bagatelle", "ExampleSupport"], path: "Examples/Panel"),
    .testTarget(name: "CoreTests", dependencies: ["BagatelleCore"]),
    .testTarget(name: "BagatelleTests", dependencies: ["Bagatelle", "CBagatelle"]),
    .testTarget(name: "SceneTests", dependencies: ["Bagatelle", "example-drag", "example-drop-out", "example-panel", "example-shade", "example-sticky-corners"]),
  ]
)
